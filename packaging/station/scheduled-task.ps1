# Registers the station as a task that starts with Windows. Run in PowerShell as administrator.
# A scheduled task, because Node does not answer the service manager: a service made with sc.exe would be ended after 30 seconds.
# Not with schtasks.exe, because its tasks end after three days.
param([string]$Library = "$env:ProgramData\Tessera\library")
$ErrorActionPreference = 'Stop'

New-Item -ItemType Directory -Force $Library | Out-Null
# For administrators, the system and the task alone.
icacls $Library /inheritance:r /grant '*S-1-5-32-544:(OI)(CI)F' '*S-1-5-18:(OI)(CI)F' '*S-1-5-19:(OI)(CI)F' | Out-Null

$node = Resolve-Path "$PSScriptRoot\..\bin\node.exe"
$program = Resolve-Path "$PSScriptRoot\..\app\dist\station\main.mjs"
$action = New-ScheduledTaskAction -Execute $node -Argument "@NODE_FLAGS@ `"$program`" --library `"$Library`""
$trigger = New-ScheduledTaskTrigger -AtStartup
$account = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\LOCAL SERVICE' -LogonType ServiceAccount
$settings = New-ScheduledTaskSettingsSet -ExecutionTimeLimit ([TimeSpan]::Zero) -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -AllowStartIfOnBatteries -DontStopIfGoingOnBatteries
Register-ScheduledTask -TaskName 'Tessera station' -Action $action -Trigger $trigger -Principal $account -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Tessera station'
