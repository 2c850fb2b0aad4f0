import { runDesktop } from './desktop.ts'

// Nothing may be awaited here: Electron becomes ready only after this module has run.
runDesktop()
