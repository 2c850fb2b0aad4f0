import { implement } from '@orpc/server'
import { modelsContract, type RecognisedView } from '#common/contract/models/models'
import type { TaskView } from '#common/contract/tasks'
import type { RecognisedModel } from '#common/inference/recognition'
import { said } from '#common/messages/sentence'
import { answer } from '../../answer.ts'
import type { StudioServices } from '../../services.ts'
import { listModels } from './list-models.ts'

const os = implement(modelsContract)

export function modelProcedures(services: StudioServices) {
  const { inference, modelStore: store, workspace } = services
  return os.router({
    ...draftProcedures(services),
    ...taskProcedures(services),
    list: os.list.handler(() => listModels(services)),
    load: os.load.handler(async ({ input }) => {
      answer(await inference.load(answer(await inference.choose({ kind: 'named', id: input.model }))))
      return {}
    }),
    unload: os.unload.handler(async ({ input }) => {
      await inference.unload(input.model)
      return {}
    }),
    change: os.change.handler(async ({ input: { model, ...wanted }, signal }) => {
      answer(await store.change(model, wanted, signal ?? new AbortController().signal))
      return {}
    }),
    remove: os.remove.handler(async ({ input }) => ({ key: answer(await store.remove(input.model)) })),
    trashed: os.trashed.handler(async () =>
      (await store.trashed()).map(({ key, manifest, trashedAt, cleanupAt }) => ({
        key,
        manifest,
        trashedAt: trashedAt.toISOString(),
        cleanupAt: cleanupAt.toISOString(),
      })),
    ),
    restore: os.restore.handler(async ({ input }) => {
      answer(await store.restore(input.key))
      return {}
    }),
    fetchable: os.fetchable.handler(async () =>
      (await store.fetchable()).map((each) => ({
        ...each,
        description: said({ code: each.entry.description, params: {} }),
      })),
    ),
    fetch: os.fetch.handler(async ({ input: { model, acceptsLicence, folder } }) => ({
      taskId: answer(
        folder === undefined
          ? await store.fetch(workspace, model, acceptsLicence)
          : await store.installFromMirror(workspace, { id: model, path: folder, acceptsLicence }),
      ),
    })),
    forget: os.forget.handler(async ({ input }) => {
      answer(await store.forgetDownload(input.model))
      return {}
    }),
    mirror: os.mirror.handler(async () => ({ mirror: await store.mirror() })),
    setMirror: os.setMirror.handler(async ({ input }) => {
      answer(await store.setMirror(input.mirror))
      return {}
    }),
    providers: os.providers.handler(async ({ input }) => ({
      verdicts: (await store.providers.verdicts(input.again)).map((verdict) => ({
        ...verdict,
        reason: said(verdict.reason),
      })),
      choice: await store.providers.choice(),
    })),
    chooseProviders: os.chooseProviders.handler(async ({ input }) => {
      await store.providers.choose(input)
      return {}
    }),
  })
}

function taskProcedures({ tasks, workspace }: StudioServices) {
  const ours = ({ kind }: TaskView) => kind === 'model-install' || kind === 'model-fetch'
  return {
    tasks: os.tasks.handler(async () => (await tasks.list(workspace)).filter(ours)),
    task: os.task.handler(async ({ input }) => answer(await tasks.read(workspace, input.taskId))),
    cancel: os.cancel.handler(async ({ input }) => {
      answer(await tasks.cancel(workspace, input.taskId))
      return {}
    }),
  }
}

function inWords({ questions, notes, ...model }: RecognisedModel): RecognisedView {
  const asked = questions.map(({ says, choices, ...question }) => ({
    ...question,
    says: said(says),
    choices: choices.map(({ value, label }) => ({ value, label: said(label) })),
  }))
  return { ...model, questions: asked, notes: notes.map(said) }
}

/** Files that are to become a model. */
function draftProcedures({ modelStore: store, workspace }: StudioServices) {
  return {
    openDraft: os.openDraft.handler(async () => ({ draft: await store.openDraft() })),
    linkDraft: os.linkDraft.handler(async ({ input }) => ({ draft: answer(await store.linkDraft(input.path)) })),
    recognise: os.recognise.handler(async ({ input }) =>
      inWords(answer(await store.recognise(input.draft, input.answers))),
    ),
    install: os.install.handler(async ({ input }) => ({
      taskId: answer(await store.installFromKept(workspace, input.draft, input.answers)),
    })),
    discard: os.discard.handler(async ({ input }) => {
      await store.discard(input.draft)
      return {}
    }),
  }
}
