import { ChevronRight } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { type Connection, type ConnectionTest, ConnectionWish } from '#common/contract/workspace/connections'
import { schemaFault, schemaSentence } from '#common/messages/schema-fault'
import type { NamedConnection } from '#renderer/data/in-words'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { TextField } from '#renderer/ui/controls/text-field'
import { StateDot } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { tellMessage } from '#renderer/words/core/messages'
import { t } from '#renderer/words/words'
import styles from './connection-page.module.css'
import { keepRefusal } from './refused.ts'
import { SERVER_NAMES } from './words.ts'

export interface ConnectionDialogProps {
  /** The one to change; absent: a new one. */
  readonly connection?: NamedConnection | undefined
  readonly onClose: () => void
}

const EMPTY = { name: '', management: '', inference: '', source: '', deployments: '', key: '' }
type Draft = typeof EMPTY

/** Says where another machine is and gives its key, which goes to the keychain and is never shown again. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(connection))
  const [isChecked, setChecked] = useState(false)
  const { test, save, tryOut, add, isDoubted } = useAdding({ connection, onClose })
  const wish = readDraft(draft)
  const problems = isChecked && !wish.isGood ? wish.problems : {}
  const change = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part })
    test.reset()
    save.reset()
  }
  const when = (act: (good: Wish) => void) => {
    setChecked(true)
    if (wish.isGood) act(wish.value)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    when((good) => void add(good))
  }
  return (
    <Dialog
      title={connection === undefined ? t('Add a connection') : t('Change {{name}}', { name: connection.name })}
      subtitle={t('The management API of Tessera on another computer, or of any compatible server.')}
      onClose={onClose}
      facts={
        <Button isPending={test.isPending} onPress={() => when((good) => void isAccepted(tryOut(good)))}>
          {t('Test|act')}
        </Button>
      }
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="station"
            variant="primary"
            isPending={save.isPending || test.isPending}
            onPress={() => when((good) => void add(good))}
          >
            {saveWords(connection, isDoubted)}
          </Button>
        </>
      }
    >
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={t('Name')}
          placeholder={t('The computer or the team')}
          value={draft.name}
          onChange={(name) => change({ name })}
          error={problems['name']}
          autoFocus={connection === undefined}
          maxLength={60}
        />
        <TextField
          label={t('Management API')}
          placeholder="http://nas:9000"
          value={draft.management}
          onChange={(management) => change({ management })}
          error={problems['management']}
          inputMode="url"
        />
        <TextField
          label={t('API key')}
          placeholder={connection?.hasKey === true ? t('The saved key is kept') : t('The key of its workspace')}
          value={draft.key}
          onChange={(key) => change({ key })}
          error={problems['key']}
          type="password"
          autoComplete="off"
          autoFocus={connection !== undefined}
        />
        <MoreServers draft={draft} problems={problems} onChange={change} />
        <button type="submit" hidden />
        <div className={styles.answers} role="status">
          {test.data !== undefined && <Answers test={test.data} />}
          {test.error !== null && <ErrorLine error={test.error} word={t('Not tested')} />}
          {save.error !== null && <ErrorLine error={save.error} word={t('Not saved')} />}
        </div>
      </form>
    </Dialog>
  )
}

function useAdding({ connection, onClose }: ConnectionDialogProps) {
  const test = useAct(studio.connections.test, { errors: 'in-place' })
  const refusal = refusalOf(test)
  const save = useAct((wish: Wish) => keep(wish, connection), {
    errors: 'in-place',
    onDone: ({ id }) => {
      keepRefusal(id, refusal)
      onClose()
    },
  })
  // A failed test is shown first; the connection can still be saved.
  const isDoubted = refusal !== undefined
  const tryOut = ({ name: _name, ...asked }: Wish) => test.mutateAsync({ ...asked, id: connection?.id ?? null })
  const add = async (good: Wish) => {
    if (!isDoubted && test.data === undefined && !(await isAccepted(tryOut(good)))) return
    save.mutate(good)
  }
  return { test, save, tryOut, add, isDoubted }
}

/** Why the test failed; undefined where it passed, or was not made. */
function refusalOf({ data, error }: { readonly data: ConnectionTest | undefined; readonly error: unknown }) {
  if (error !== null) return sentenceOf(error)
  const refused = data?.answers.find(({ isGood }) => !isGood)
  return refused && sentenceOf(refused.says)
}

function saveWords(connection: Connection | undefined, isDoubted: boolean): string {
  if (connection !== undefined) return isDoubted ? t('Save anyway') : t('Save changes')
  return isDoubted ? t('Add anyway') : t('Add connection')
}

/** Whether every server that was asked takes the key; a failure is shown where the test shows it. */
async function isAccepted(asked: Promise<ConnectionTest>): Promise<boolean> {
  try {
    return (await asked).answers.every(({ isGood }) => isGood)
  } catch {
    return false
  }
}

interface MoreServersProps {
  readonly draft: Draft
  readonly problems: Readonly<Record<string, string | undefined>>
  readonly onChange: (part: Partial<Draft>) => void
}

const MORE = ['inference', 'source', 'deployments'] as const

/** Most machines have all of it behind the one address. */
function MoreServers({ draft, problems, onChange }: MoreServersProps) {
  const [isOpen, setOpen] = useState(() => MORE.some((server) => draft[server] !== ''))
  if (!isOpen) {
    return (
      <div>
        <Button size="small" variant="quiet" onPress={() => setOpen(true)}>
          <ChevronRight />
          {t('Hosted inference, source and deployments')}
        </Button>
      </div>
    )
  }
  return (
    <div className={styles.more}>
      <p>{t('Only if they are on another server. Originals come from the source server when an image has no link.')}</p>
      {MORE.map((server) => (
        <TextField
          key={server}
          label={SERVER_NAMES[server]}
          placeholder={t('Not named')}
          value={draft[server]}
          onChange={(url) => onChange({ [server]: url })}
          error={problems[server]}
          inputMode="url"
        />
      ))}
    </div>
  )
}

function Answers({ test: { answers } }: { readonly test: ConnectionTest }) {
  return (
    <>
      {answers.map(({ server, isGood, says }) => (
        <div key={server} className={styles.answer}>
          <StateDot tone={isGood ? 'ok' : 'danger'} />
          <span>
            {answers.length > 1 && <span className="medium">{SERVER_NAMES[server]}: </span>}
            {sentenceOf(says)}
          </span>
        </div>
      ))}
    </>
  )
}

type Wish = ConnectionWish & { readonly key: string }

type Read =
  | { readonly isGood: true; readonly value: Wish }
  | { readonly isGood: false; readonly problems: Readonly<Record<string, string | undefined>> }

function readDraft({ key, ...draft }: Draft): Read {
  const named = { ...draft, inference: orNull(draft.inference), source: orNull(draft.source) }
  const parsed = ConnectionWish.safeParse({ ...named, deployments: orNull(draft.deployments) })
  if (parsed.success) return { isGood: true, value: { ...parsed.data, key: key.trim() } }
  const { issues } = parsed.error
  const problems = Object.fromEntries(
    issues.toReversed().map((issue) => [issue.path[0], tellMessage(schemaFault(issue), schemaSentence(issue))]),
  )
  return { isGood: false, problems }
}

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text
}

function draftOf(connection: NamedConnection | undefined): Draft {
  if (connection === undefined) return EMPTY
  const { name, management, inference, source, deployments } = connection
  const urls = { management: management ?? '', inference: inference ?? '', source: source ?? '' }
  return { name, ...urls, deployments: deployments ?? '', key: '' }
}

async function keep(wish: Wish, connection: Connection | undefined): Promise<Connection> {
  if (connection === undefined) return await studio.connections.add(wish)
  return await studio.connections.change({ ...wish, id: connection.id })
}
