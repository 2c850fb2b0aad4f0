import { app, type Session, type WebContents } from 'electron'
import { ORIGIN, PAGE, SCHEME } from './address.ts'

/** Permissions that a page may ask the browser for. Copying text needs a press and gives nothing away; everything else is refused. */
const PERMISSIONS: readonly string[] = ['clipboard-sanitized-write']
const SCHEMES: readonly string[] = [`${SCHEME}:`, 'blob:', 'data:', 'devtools:']

/** No page of this program opens windows or embeds foreign pages, wherever a link points. Must run before Electron is ready. */
export function lockDownPages(): void {
  lockDownConnections()
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    // Packets go through a proxy alone, which has no address either.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.on('select-bluetooth-device', (event, _devices, choose) => {
      // Electron would take the first device that answers.
      event.preventDefault()
      choose('')
    })
  })
}

/** WebRTC asks no policy of a page and no filter of requests, so no host has an address for anything that a page does. */
function lockDownConnections(): void {
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
}

/** Keeps a page where it is. `answer` is the one address that its form may be sent to. */
export function keepOnPage(contents: WebContents, answer?: string): void {
  contents.on('will-frame-navigate', (event) => {
    if (event.url === answer) return
    event.preventDefault()
    process.stderr.write(`Kept a page from going to ${event.url}\n`)
  })
  contents.on('will-redirect', (event) => event.preventDefault())
}

/** No page reaches another host or a device, whatever its own policy says. */
export function lockDownSession(session: Session): void {
  session.setPermissionCheckHandler((_contents, permission, origin) => isAllowed(permission, origin))
  session.setPermissionRequestHandler((_contents, permission, ...[decide, { requestingUrl }]) =>
    decide(isAllowed(permission, requestingUrl)),
  )
  session.setDevicePermissionHandler(() => false)
  session.webRequest.onBeforeRequest(({ url }, decide) => decide({ cancel: !isOwnScheme(url) }))
  session.setSpellCheckerEnabled(false)
}

/** Exports of versions, exports of searches, events with their files, and what a page made itself. */
const ARCHIVES = [`${ORIGIN}/exports/`, `${ORIGIN}/search-exports/`, `${ORIGIN}/events/`, `blob:${ORIGIN}/`]

/** Downloads are archives of the core; nothing else is saved. */
export function allowOwnDownloads(session: Session): void {
  session.on('will-download', (event, item) => {
    const isOwn = item.getURLChain().every((url) => ARCHIVES.some((place) => url.startsWith(place)))
    if (!isOwn) event.preventDefault()
  })
}

function isAllowed(permission: string, origin: string): boolean {
  return PERMISSIONS.includes(permission) && (origin === ORIGIN || origin === `${ORIGIN}/` || origin.startsWith(PAGE))
}

function isOwnScheme(url: string): boolean {
  return URL.canParse(url) && SCHEMES.includes(new URL(url).protocol)
}
