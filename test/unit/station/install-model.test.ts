import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { readInstallCommand } from '#station/install-model'
import { removeFolder } from '../../kit/remove-folder.ts'
import { yoloDetector } from '../../kit/toy-models/detector.ts'

test('a model is installed by the command line, which tells its id and how far it is', async () => {
  const folder = await testFolder()
  const file = join(folder, 'colours.onnx')
  await writeFile(file, yoloDetector({ side: 64 }))

  const ended = await station(['models', 'install', file, '--id', 'toys/1', '--library', join(folder, 'library')])

  expect(ended).toMatchObject({ code: 0, out: 'toys/1\n', err: expect.stringContaining('100 %') })
  const manifest = await readFile(join(folder, 'library', 'models', 'toys', '1', 'manifest.json'), 'utf8')
  expect(JSON.parse(manifest)).toMatchObject({ id: 'toys/1', classNames: ['red', 'green'] })
})

test('a file that is no model ends the command with the sentence of the Models page', async () => {
  const folder = await testFolder()
  await writeFile(join(folder, 'notes.pt'), 'x')

  const ended = await station(['models', 'install', join(folder, 'notes.pt'), '--library', join(folder, 'library')])

  expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining('Export the model as ONNX') })
})

test('words of the command are parted from the settings of the station', () => {
  const args = ['models', 'install', 'a.onnx', '--classes', 'cup, lid', '--library', '/data', '--size=640x480']

  const command = readInstallCommand(args)

  expect(command).toMatchObject({
    words: { classes: ['cup', 'lid'], size: '640x480' },
    settings: ['--library', '/data'],
  })
  expect(readInstallCommand(['--library', '/data'])).toBeUndefined()
})

test.each([
  [['models', 'install'], 'Usage: models install FILE [options]'],
  [['models', 'install', 'a.onnx', 'b.onnx'], 'Usage: models install FILE [options]'],
  [['models', 'install', 'a.onnx', '--task', 'magic'], '--task must be one of'],
  [['models', 'install', 'a.onnx', '--size', 'large'], '--size must be a width and a height, such as 640x640'],
  [['models', 'install', 'a.onnx', '--name', ' '], '--name must not be empty'],
])('%j is refused', (args, sentence) => {
  expect(() => readInstallCommand(args)).toThrow(sentence)
})

async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tessera-command-'))
  onTestFinished(() => removeFolder(folder))
  return folder
}

const STATION = new URL('../../../main/station/station.ts', import.meta.url)

/** A station in a process of its own, with these words on its command line. */
async function station(args: readonly string[]) {
  const code = `import('${STATION.href}').then(({ runStation }) => runStation(process.argv.slice(1)))`
  const child = spawn(process.execPath, ['-e', code, '--', ...args])
  const [out, err, [exit]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: exit, out, err }
}
