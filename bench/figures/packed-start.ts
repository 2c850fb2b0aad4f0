import { join } from 'node:path'
import { openDisplay } from '#test/kit/display'
import { packApp } from '#test/kit/packed-app'
import type { Ground } from '../kit/ground.ts'
import { firstPaint } from '../kit/packed-program.ts'
import { type Row, timeRow } from '../table.ts'

const NAME = 'packed program: start to first paint'
const STARTS = 5
const LIMIT_S = 1

/** An Electron for this Linux. A program packed with any other could not start here. */
const ELECTRON = process.platform === 'linux' ? process.env['ELECTRON_OVERRIDE_DIST_PATH'] : undefined

/** Measures the start of the installed program, with its fuses, attached to a running station. */
export async function packedStart(ground: Ground): Promise<Row> {
  if (ELECTRON === undefined) return leftOut()
  const station = await ground.start(await ground.folderFor('packed-library'))
  const data = await ground.folderFor('packed-data')
  const app = await packApp(ELECTRON)
  const display = await openDisplay()
  try {
    const flags = ['--no-sandbox', '--lang=en', `--user-data-dir=${data}`, '--attach', station.urls.studio]
    const program = { path: join(app.folder, 'tessera'), flags, display: display.name }
    // The first start fills the code caches of the pages.
    await firstPaint(program)
    const rounds = []
    for (let start = 0; start < STARTS; start += 1) rounds.push({ ours: await firstPaint(program), limit: LIMIT_S })
    return timeRow({ name: NAME, unit: 's' }, rounds, { target: 1 })
  } finally {
    await display.close()
    await app.remove()
    await station.end()
  }
}

function leftOut(): Row {
  const note = 'left out: ELECTRON_OVERRIDE_DIST_PATH names no Electron for Linux'
  return { name: NAME, value: null, unit: 's', limit: null, ratio: null, target: null, ok: true, note }
}
