// Copyright (c) 2026 The fcb authors. SPDX-License-Identifier: MIT

package corpus

import (
	"fmt"
	"strconv"
	"strings"
)

// Names that the packets draw from. All are invented combinations.
var (
	people    = []string{"Amara", "Bruno", "Celine", "Dmitri", "Elif", "Farid", "Greta", "Hanneke", "Ines", "Jonas", "Kavya", "Lars", "Mirela", "Nadia", "Oskar", "Petra", "Quentin", "Rosa", "Sanjay", "Tove"}
	surnames  = []string{"Abara", "Berglund", "Castell", "Dorn", "Eriksen", "Fontana", "Gallagher", "Horvat", "Iqbal", "Janssen", "Kowal", "Lindqvist", "Moreau", "Novak", "Okonjo", "Pires"}
	suppliers = []string{"Halden Office Supply", "Brightwater Trading", "Nordfell Tools", "Pinecrest Fittings", "Castellan Hardware", "Ridgeway Wholesale"}
	goods     = []string{"Desk lamp", "Filing tray", "Whiteboard", "Cable reel", "Label printer", "Folding chair", "Wall clock", "Paper shredder", "Monitor arm", "Footrest", "Power strip", "Tool case", "Step ladder", "Storage bin", "Work light"}
	towns     = []string{"Harwick", "Ostervale", "Millbrook", "Tarnby", "Lindau Cross", "Westmere"}
	weekdays  = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday"}
)

// cents writes an amount as EUR 1,234.50 would be written without a comma:
// EUR 1234.50.
func cents(c int) string { return fmt.Sprintf("EUR %d.%02d", c/100, c%100) }

func itoa(n int) string { return strconv.Itoa(n) }

// doc joins the lines of a document.
func doc(lines ...string) string { return strings.Join(lines, "\n") }

// table sets rows in columns two spaces apart.
func table(rows ...[]string) string {
	var width []int
	for _, r := range rows {
		for i, c := range r {
			if i == len(width) {
				width = append(width, 0)
			}
			width[i] = max(width[i], len(c))
		}
	}
	var lines []string
	for _, r := range rows {
		var b strings.Builder
		for i, c := range r {
			b.WriteString(c)
			if i < len(r)-1 {
				b.WriteString(strings.Repeat(" ", width[i]-len(c)+2))
			}
		}
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

// A date is a number of days since 1 January 1970.
type date int

// on gives the date of a day of the Gregorian calendar (Hinnant's algorithm
// days_from_civil).
func on(year, month, day int) date {
	if month <= 2 {
		year--
	}
	era := year / 400
	yoe := year - era*400
	doy := (153*((month+9)%12)+2)/5 + day - 1
	return date(era*146097 + yoe*365 + yoe/4 - yoe/100 + doy - 719468)
}

// civil is the reverse of on.
func (d date) civil() (year, month, day int) {
	z := int(d) + 719468
	era := z / 146097
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = doy - (153*mp+2)/5 + 1
	month = (mp+2)%12 + 1
	year = yoe + era*400
	if month <= 2 {
		year++
	}
	return year, month, day
}

var months = []string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}

// String is 3 March 2025.
func (d date) String() string {
	y, m, day := d.civil()
	return fmt.Sprintf("%d %s %d", day, months[m-1], y)
}

// iso is 2025-03-03.
func (d date) iso() string {
	y, m, day := d.civil()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, day)
}

// weekday is 0 for Monday to 6 for Sunday.
func (d date) weekday() int { return ((int(d)+3)%7 + 7) % 7 }

func (d date) weekdayName() string {
	return append(append([]string{}, weekdays...), "Saturday", "Sunday")[d.weekday()]
}

// minus counts whole months (years are twelve) from an earlier day to d: a month
// is full on the day of the same number. Days after the 28th are not used.
func (d date) monthsSince(from date) int {
	y, m, day := d.civil()
	fy, fm, fd := from.civil()
	n := (y-fy)*12 + m - fm
	if day < fd {
		n--
	}
	return n
}
