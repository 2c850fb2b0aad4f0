@"%~dp0node.exe" @NODE_FLAGS@ "%~dp0..\app\dist\station\main.mjs" %*
