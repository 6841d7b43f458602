package precall
import ("testing";"os";"strconv"
"github.com/false-consensus/fcb/bench/study/corpus"
"github.com/false-consensus/fcb/bench/study/solve")
func TestX(t *testing.T){
 n:=20; if v:=os.Getenv("SEEDS"); v!="" { n,_=strconv.Atoi(v) }
 bad:=0
 for s:=0;s<n;s++{ for _,x:=range corpus.Packets(uint64(s)).Tasks {
  a,err:=solve.Answer(x.Prompt())
  if err!=nil||a!=x.Key { bad++; if bad<12 {t.Errorf("seed %d %s: key %s solver %s %v\n%s",s,x.ID,x.Key,a,err,x.Prompt())} } } }
 t.Log(bad)
}
