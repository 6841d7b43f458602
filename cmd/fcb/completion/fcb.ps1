# Completion of fcb for PowerShell.
Register-ArgumentCompleter -Native -CommandName fcb -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $rest = @($words | Select-Object -Skip 1)
    & $commandAst.CommandElements[0].ToString() __complete "--partial=$wordToComplete" -- @rest 2>$null | ForEach-Object {
        if ($_ -eq ':files') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete)
        } else {
            $word, $about = $_ -split "`t", 2
            if (-not $about) { $about = $word }
            [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $about)
        }
    }
}
