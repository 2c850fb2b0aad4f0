import { FileBox, FolderInput, HardDrive, Import, MonitorCog } from 'lucide-react'
import { useState } from 'react'
import { useReadOnly } from '#renderer/data/read-only'
import { useOtherMachine } from '#renderer/data/use-ability'
import { setParams } from '#renderer/ui/app/router'
import { Button } from '#renderer/ui/controls/button'
import { ErrorLine } from '#renderer/ui/display/message'
import { PageHead } from '#renderer/ui/display/panel'
import { pickFiles } from '#renderer/ui/files/pick'
import type { Picked } from '#renderer/ui/files/picked'
import { useFileDrop } from '#renderer/ui/files/use-file-drop'
import { Menu } from '#renderer/ui/overlay/menu'
import { bytes } from '#renderer/words/format'
import { t } from '#renderer/words/words'
import { ImportDialog } from './import/import-dialog.tsx'
import { PathDialog } from './import/path-dialog.tsx'
import type { ImportSource } from './import/use-draft.ts'
import { MachineDialog } from './machine-dialog.tsx'
import { ModelTable } from './model-table.tsx'
import styles from './models-page.module.css'
import { FetchPanel } from './panels/fetch-panel.tsx'
import { ModelPanel } from './panels/model-panel.tsx'
import { TrashedPanel } from './panels/trashed-panel.tsx'
import { type Row, useModelsPage } from './use-models-page.ts'

export interface ModelsPageProps {
  readonly params: URLSearchParams
}

type Open = { readonly kind: 'import'; readonly source: ImportSource } | { readonly kind: 'path' | 'machine' }

/** The models of this machine: what is there, what can be fetched, and how to call each. */
export function ModelsPage({ params }: ModelsPageProps) {
  const { groups, rows, error, installed } = useModelsPage()
  const [open, setOpen] = useState<Open>()
  const take = (picked: Picked | undefined) => {
    // Files dropped onto a dialog are not meant for the page behind it.
    if (picked !== undefined && open === undefined) setOpen({ kind: 'import', source: { kind: 'files', picked } })
  }
  const isOver = useFileDrop(take, 'station')
  const reason = useReadOnly('station')
  const choose = (model: string | undefined) => setParams({ model })
  const chosen = rows.find(({ id }) => id === params.get('model')) ?? rows[0]
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <PageHead
          title={t('Models')}
          note={<Note installed={installed} />}
          actions={
            <>
              <Button onPress={() => setOpen({ kind: 'machine' })}>
                <MonitorCog />
                {t('This machine')}
              </Button>
              <ImportButton onPicked={take} onPath={() => setOpen({ kind: 'path' })} />
            </>
          }
        />
        {error !== null && <ErrorLine error={error} className={styles.error} />}
        <ModelTable groups={groups} chosen={chosen?.id} onChoose={choose} />
        {isOver && open === undefined && <div className={styles.veil}>{reason ?? t('Import this model')}</div>}
      </div>
      {chosen && <Panel key={chosen.id} row={chosen} onChoose={choose} />}
      {open && <Dialogs open={open} onOpen={setOpen} onInstalled={choose} />}
    </div>
  )
}

interface PanelProps {
  readonly row: Row
  readonly onChoose: (id: string | undefined) => void
}

/** Details and actions of one row. */
function Panel({ row, onChoose }: PanelProps) {
  switch (row.kind) {
    case 'installed':
      return <ModelPanel model={row.model} onRemoved={() => onChoose(undefined)} />
    case 'fetchable':
      return <FetchPanel fetchable={row.fetchable} task={row.task} />
    case 'trashed':
      return <TrashedPanel trashed={row.trashed} onRestored={onChoose} />
  }
}

interface DialogsProps {
  readonly open: Open
  readonly onOpen: (open: Open | undefined) => void
  readonly onInstalled: (id: string) => void
}

function Dialogs({ open, onOpen, onInstalled }: DialogsProps) {
  const close = () => onOpen(undefined)
  switch (open.kind) {
    case 'import':
      return <ImportDialog source={open.source} onInstalled={onInstalled} onClose={close} />
    case 'path':
      return (
        <PathDialog onPath={(path) => onOpen({ kind: 'import', source: { kind: 'path', path } })} onClose={close} />
      )
    case 'machine':
      return <MachineDialog onClose={close} />
  }
}

function Note({ installed }: { readonly installed: ReturnType<typeof useModelsPage>['installed'] }) {
  const there = useOtherMachine()
  const loaded = installed.filter((model) => model.loaded !== null)
  const memory = loaded.reduce((sum, model) => sum + (model.loaded?.memoryBytes ?? 0), 0)
  return (
    <span className="num">
      {there !== undefined && `${t('The models of this machine; {{host}} keeps its own.', { host: there.host })} `}
      {loaded.length === 0
        ? t('No model is loaded. The first request to a model loads it.')
        : t('{{count}} models loaded, {{size}} of memory.', { count: loaded.length, size: bytes(memory) })}
    </span>
  )
}

interface ImportButtonProps {
  readonly onPicked: (picked: Picked | undefined) => void
  readonly onPath: () => void
}

function ImportButton({ onPicked, onPath }: ImportButtonProps) {
  return (
    <Menu
      label={t('Import a model')}
      placement="bottom end"
      trigger={
        <Button variant="primary">
          <Import />
          {t('Import a model')}
        </Button>
      }
      entries={[
        {
          id: 'files',
          writes: 'station',
          label: t('Files…'),
          mark: <FileBox />,
          onAction: () => void pickFiles('any').then(onPicked),
        },
        {
          id: 'folder',
          writes: 'station',
          label: t('Folder…'),
          mark: <FolderInput />,
          onAction: () => void pickFiles('folder').then(onPicked),
        },
        { id: 'path', writes: 'station', label: t('A path on this machine…'), mark: <HardDrive />, onAction: onPath },
      ]}
    />
  )
}
