# Registers the station as a task that starts with Windows. Run in PowerShell as administrator.
# A scheduled task, because Node does not answer the service manager: a service made with sc.exe would be ended after 30 seconds.
# Not with schtasks.exe, because its tasks end after three days.
param([string]$Library = "$env:ProgramData\Tessera\library")
$ErrorActionPreference = 'Stop'

# What programs answer with an exit code stops nothing by itself.
function Invoke-Icacls {
  & icacls.exe @args | Out-Null
  if ($LASTEXITCODE -ne 0) { throw "icacls could not set the permissions of $Library. The task was not registered." }
}

New-Item -ItemType Directory -Force $Library | Out-Null
# For administrators, the system and the task alone, whoever made the folder before and whatever is in it.
Invoke-Icacls $Library /setowner '*S-1-5-32-544' /t /q
Invoke-Icacls $Library /reset /t /q
Invoke-Icacls $Library /inheritance:r /grant:r '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-19:(OI)(CI)F' /q

$node = Resolve-Path "$PSScriptRoot\..\bin\node.exe"
$program = Resolve-Path "$PSScriptRoot\..\app\dist\station\main.mjs"
# The link to the studio and the API key are printed at the first start: into a file that only those above can read.
$log = "$Library\station.log"
$line = "`"$node`" @NODE_FLAGS@ `"$program`" --library `"$Library`" >> `"$log`" 2>&1"
$action = New-ScheduledTaskAction -Execute "$env:SystemRoot\System32\cmd.exe" -Argument "/d /s /c `"$line`""
$trigger = New-ScheduledTaskTrigger -AtStartup
$account = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\LOCAL SERVICE' -LogonType ServiceAccount
$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Tessera station' -Action $action -Trigger $trigger -Principal $account -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Tessera station'
Write-Host "The station runs. $log has the link to the studio and the API key."
