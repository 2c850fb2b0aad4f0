/**
 * `npm run package -- [FLAGS OF electron-builder]`: packs the desktop program, such as `--linux dir`. `-c.electronDist=FOLDER` packs the
 * Electron in a folder instead of fetching it. docs/releasing.md tells more.
 */
import { commandOf, fromRoot } from './kit/paths.mjs'
import { becomeProgram } from './kit/processes.mjs'
import { makeIcons } from './package/icons.mjs'
import { writeNotices } from './package/notices.mjs'

await makeIcons(fromRoot('packaging/icons'))
writeNotices()
becomeProgram(process.execPath, [commandOf('electron-builder'), ...process.argv.slice(2)])
