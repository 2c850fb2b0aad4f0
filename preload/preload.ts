import { ipcRenderer } from 'electron'
import { ASK_FOR_PORT, PORT_FOR_PAGE } from '#common/desktop-port'

// All that the page gets of Electron is a message port: one end of the typed contract, and nothing to call besides.
ipcRenderer.on(PORT_FOR_PAGE, ({ ports }) => window.postMessage(PORT_FOR_PAGE, location.origin, [...ports]))

// The page's own scripts have run by then and listen, and have said which language the page speaks.
addEventListener('DOMContentLoaded', () => ipcRenderer.send(ASK_FOR_PORT, document.documentElement.lang))
