import { ZoomIn, ZoomOut } from 'lucide-react'
import { Fragment } from 'react'
import { Button as AriaButton, Toolbar } from 'react-aria-components'
import { useReadOnly } from '#renderer/data/read-only'
import { OFF } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { cx } from '#renderer/ui/cx'
import { useChord } from '#renderer/ui/keys/key-map'
import { Hint } from '#renderer/ui/overlay/tooltip'
import { t } from '#renderer/words/words'
import { zoomByKey } from '../../commands/view/view.ts'
import { useEditor, useEditorState } from '../../editor/hooks/session.tsx'
import { thenCanvas } from '../../parts/pressed.ts'
import type { RailPlace, ToolEntry } from '../../parts/tool-entry.ts'
import { railOf } from '../../tools/registry.ts'
import styles from './tool-rail.module.css'

export function ToolRail() {
  const projectType = useEditorState((state) => state.projectType)
  const entries = railOf(projectType)
  const firstDrawing = entries.find(({ tool }) => tool.traits.isDrawing)
  return (
    <Toolbar className={styles.rail ?? ''} orientation="vertical" aria-label={t('Tools')} data-panel="tools">
      {entries.map((entry) => (
        <Fragment key={entry.tool.id}>
          {entry === firstDrawing && <hr className={styles.rule} />}
          {entry.rail && <ToolButton entry={entry} rail={entry.rail} />}
        </Fragment>
      ))}
      {entries.length === 1 && <Zooming />}
    </Toolbar>
  )
}

interface ToolButtonProps {
  readonly entry: ToolEntry
  readonly rail: RailPlace
}

function ToolButton({ entry: { tool }, rail }: ToolButtonProps) {
  const editor = useEditor()
  const isOn = useEditorState(({ armed }) => armed.tool === tool.id)
  const { title: label = rail.label, icon: Icon } = rail
  const chord = useChord(`tool-${tool.id}`)
  const reason = useReadOnly(tool.traits.isDrawing ? 'projects' : undefined)
  return (
    <Hint text={reason === undefined ? label : `${label}: ${reason}`} chord={chord} placement="right">
      <AriaButton
        className={cx(styles.tool, isOn && styles.on)}
        aria-label={label}
        aria-pressed={isOn}
        onPress={thenCanvas(() => editor.arm(tool.id))}
        {...(reason !== undefined && OFF)}
      >
        <Icon />
        <span className={styles.letter} aria-hidden>
          {chord !== undefined && chord.length === 1 && chord}
        </span>
      </AriaButton>
    </Hint>
  )
}

/** Where nothing is drawn, looking closely is what the hand is for. */
function Zooming() {
  const editor = useEditor()
  return (
    <>
      <hr className={styles.rule} />
      <IconButton
        className={styles.zoom}
        icon={ZoomIn}
        label={t('Zoom in')}
        chord={useChord('zoom-in')}
        placement="right"
        onPress={thenCanvas(() => zoomByKey(editor, 1))}
      />
      <IconButton
        className={styles.zoom}
        icon={ZoomOut}
        label={t('Zoom out')}
        chord={useChord('zoom-out')}
        placement="right"
        onPress={thenCanvas(() => zoomByKey(editor, -1))}
      />
    </>
  )
}
