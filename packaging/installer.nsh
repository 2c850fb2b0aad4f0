; Tessera is offered under "Open with" for ZIP archives, and stays out of what a double click on them does.
!macro customInstall
  WriteRegStr SHCTX "Software\Classes\Applications\Tessera.exe" "FriendlyAppName" "Tessera"
  WriteRegStr SHCTX "Software\Classes\Applications\Tessera.exe\SupportedTypes" ".zip" ""
  WriteRegStr SHCTX "Software\Classes\Applications\Tessera.exe\shell\open\command" "" '"$INSTDIR\Tessera.exe" "%1"'
!macroend

!macro customUnInstall
  DeleteRegKey SHCTX "Software\Classes\Applications\Tessera.exe"
!macroend
