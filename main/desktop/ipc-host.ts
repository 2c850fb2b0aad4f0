import { BrowserWindow, type IpcMainEvent, ipcMain, type WebContents } from 'electron'
import { ASK_FOR_PORT, PORT_FOR_PAGE } from '#common/desktop-port'
import { isPageAddress } from './address.ts'
import type { CoreLink } from './core-link.ts'
import { DesktopLanguage } from './words/speech.ts'

/**
 * The only door between pages and this process: a page asks for a message port to the core, and gets one when it is the studio's. Its
 * language is heard on the way.
 *
 * Whoever holds a port can read and change the whole library, and Electron lets the preload script of any frame send any message.
 * So the asking frame must be the top frame (nothing embedded speaks for the page), of the one studio window (not of another
 * window, nor of the developer tools), and show our own page at this moment (not something it was led to).
 */
export function hostIpc(
  core: CoreLink,
  studioWindow: () => BrowserWindow | undefined,
  onLanguage: (language: DesktopLanguage) => void,
): void {
  let stopServing: () => void = () => undefined

  ipcMain.on(ASK_FOR_PORT, (event, spoken: unknown) => {
    const contents = trustedAsker(event, studioWindow())
    if (contents === undefined) {
      process.stderr.write(`Refused a message port to ${event.senderFrame?.url ?? 'a page that is gone'}\n`)
      return
    }
    const language = DesktopLanguage.safeParse(spoken)
    if (language.success) onLanguage(language.data)
    // A page that was loaded again asks again; its predecessor's port is of no use any more.
    stopServing()
    stopServing = core.serve((port) => {
      if (isStudioPage(contents)) contents.postMessage(PORT_FOR_PAGE, null, [port])
      else port.close()
    })
  })
}

function trustedAsker(
  { sender, senderFrame }: IpcMainEvent,
  window: BrowserWindow | undefined,
): WebContents | undefined {
  const isTop = senderFrame !== null && senderFrame === sender.mainFrame
  const isStudioWindow = window !== undefined && BrowserWindow.fromWebContents(sender) === window
  return isTop && isStudioWindow && isStudioPage(sender) ? sender : undefined
}

/** Cores come and go: before each later port the page is looked at again. */
function isStudioPage(contents: WebContents): boolean {
  return !contents.isDestroyed() && isPageAddress(contents.mainFrame.url)
}
