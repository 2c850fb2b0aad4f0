import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { WorkspaceSlug } from '#common/ids'
import { literal } from '#common/messages/message'
import type { TaskProgress } from '#core/tasks/ports'
import { taskRunner } from '#tasks/runner'
import { freshLibrary } from '../../kit/fresh-library.ts'

const HOUR_MS = 3600_000

test('the progress of a task is told when the clock of the machine is set back', async () => {
  const { tasks, workspace } = await madeLibrary()
  const told: TaskProgress[] = []
  let wallMs = Date.parse('2026-01-02T03:04:05Z')
  let elapsedMs = 0
  const runner = taskRunner({
    tasks: {
      ...tasks,
      async setProgress(id, progress, now) {
        told.push(progress)
        await tasks.setProgress(id, progress, now)
      },
    },
    clock: { now: () => new Date(wallMs) },
    random: { id: () => 'a'.repeat(20), hex: () => '' },
    notes: { publish: () => undefined },
    elapsedMs: () => elapsedMs,
    logFailure: (message, failure) => {
      throw new Error(message, { cause: failure })
    },
  })
  runner.register({
    kind: 'export',
    afterCrash: 'resume',
    async run(_input, { report }) {
      for (const current of [1, 2, 3]) {
        report({ current, total: 3 })
        wallMs -= HOUR_MS
        elapsedMs += 1000
      }
      return {}
    },
  })

  const task = { workspace, projectId: undefined, kind: 'export' as const, title: literal('Export'), input: {} }
  await runner.begin(await runner.create(task), 'export', {}).ended

  expect(told.map(({ current }) => current)).toEqual([1, 2, 3])
})

test.each([
  [true, 'its unfinished result was removed'],
  [false, 'Finished work is kept'],
])('a task that two crashes ended says what became of its work (all or nothing: %s)', async (isWhole, said) => {
  const { tasks, workspace } = await madeLibrary()
  const removed: unknown[] = []
  const runner = taskRunner({
    tasks,
    clock: { now: () => new Date() },
    random: { id: () => 'b'.repeat(20), hex: () => '' },
    notes: { publish: () => undefined },
    logFailure: () => undefined,
  })
  runner.register({
    kind: 'export',
    afterCrash: 'resume',
    ...(isWhole && { isAllOrNothing: true }),
    run: () => Promise.reject(new Error('It is not begun again')),
    abandon: async (_input, taskId) => void removed.push(taskId),
  })
  const task = { workspace, projectId: undefined, kind: 'export' as const, title: literal('Export'), input: {} }
  const id = await runner.create(task)
  await tasks.setRunning(id, new Date())
  await tasks.setRunning(id, new Date())

  await runner.recover()

  expect(removed).toEqual([id])
  expect((await tasks.find(workspace, id))?.error?.english).toContain(said)
})

async function madeLibrary() {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-runner-'))
  const library = freshLibrary(folder)
  onTestFinished(() => {
    library.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const slug = WorkspaceSlug.parse('acme')
  const { row } = await library.workspaces.create({ slug, name: 'Acme', createdAt: new Date() })
  return { tasks: library.tasks, workspace: row }
}
