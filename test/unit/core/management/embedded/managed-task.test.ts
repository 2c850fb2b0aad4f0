import { expect, test } from 'vitest'
import { TaskView } from '#common/contract/tasks'
import { message } from '#common/messages/message'
import { said } from '#common/messages/sentence'
import { toManagedTask } from '#core/management/embedded/managed-task'

const VIEW = {
  taskId: 'a'.repeat(20),
  kind: 'fork',
  project: null,
  progress: null,
  title: said(message('title-copy-project', { name: 'Bay' })),
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
}

test('programs read the English of all messages in a result, and all else as it is', () => {
  const reason = said(message('stored-file-lost', { image: 'a.png' }))
  const result = { images: 2, code: 'bay', leftOut: [{ path: 'a.png', reason }], of: { name: 'Bay', none: null } }

  const task = toManagedTask(TaskView.parse({ ...VIEW, status: 'completed', result, error: null }))

  const sentence = 'The stored file of a.png is damaged or missing. Upload it again'
  expect(task).toEqual({
    taskId: VIEW.taskId,
    status: 'completed',
    progress: null,
    error: undefined,
    result: { ...result, leftOut: [{ path: 'a.png', reason: sentence }] },
  })
})

test('programs read the English of a failure', () => {
  const error = said(message('task-cancelled'))

  const task = toManagedTask(TaskView.parse({ ...VIEW, status: 'failed', result: null, error }))

  expect(task).toMatchObject({ status: 'failed', result: undefined, error: 'Cancelled' })
})
