import { Download, FileImage, FileJson } from 'lucide-react'
import { type EventExportKind, type EventSelection, eventsExportUrl, MOST_NAMED_EVENTS } from '#common/contract/urls'
import { download } from '#renderer/features/exports/entrance/start-export'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Menu } from '#renderer/ui/overlay/menu'
import { notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'

export interface ExportMenuProps {
  readonly selection: () => EventSelection
  readonly label: string
  readonly look?: Look
}

type Look = 'standard' | 'bar' | 'icon'

const NAMES = { jsonl: 'events.jsonl', images: 'events.zip' } as const

/** Events as a file for programs, or with their images. */
export function ExportMenu({ selection, label, look = 'standard' }: ExportMenuProps) {
  const get = (kind: EventExportKind) => {
    const chosen = selection()
    if ('ids' in chosen && chosen.ids.length > MOST_NAMED_EVENTS)
      return notifyError(
        t(
          'At most {{most}} selected events can be exported at once. To export everything the filter shows, select nothing',
          { most: MOST_NAMED_EVENTS },
        ),
      )
    download({ url: eventsExportUrl(chosen, kind), fileName: NAMES[kind] })
  }
  return (
    <Menu
      label={label}
      placement={look === 'bar' ? 'top' : 'bottom end'}
      trigger={triggerOf(look, label)}
      entries={[
        {
          id: 'jsonl',
          label: t('JSON lines, one event each'),
          note: '.jsonl',
          mark: <FileJson />,
          onAction: () => get('jsonl'),
        },
        {
          id: 'images',
          label: t('With all images'),
          note: '.zip',
          mark: <FileImage />,
          onAction: () => get('images'),
        },
      ]}
    />
  )
}

function triggerOf(look: Look, label: string) {
  if (look === 'icon') return <IconButton icon={Download} label={label} />
  return (
    <Button {...(look === 'bar' && { size: 'small', variant: 'quiet' })}>
      <Download />
      {t('Export')}
    </Button>
  )
}
