import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Chip, type ChipProps, FilterChip } from '#renderer/ui/display/chip'
import { Keycap } from '#renderer/ui/display/keycap'
import { EmptyState, ErrorLine } from '#renderer/ui/display/message'
import { ProgressBar } from '#renderer/ui/display/progress'
import { Toasts } from '#renderer/ui/overlay/toast'
import { Fields } from './fields.tsx'
import styles from './gallery.module.css'
import { Overlays } from './overlays.tsx'

const VARIANTS: readonly ButtonVariant[] = ['standard', 'primary', 'quiet', 'danger', 'danger-fill']
const TONES: readonly NonNullable<ChipProps['tone']>[] = ['plain', 'on', 'machine', 'ok', 'warn', 'danger', 'line']

/** Nothing happens in the gallery. */
const NOTHING = () => undefined

export function Gallery() {
  return (
    <main className={styles.page}>
      <h1>Controls</h1>
      <Part title="Buttons">
        {VARIANTS.map((variant) => (
          <Button key={variant} variant={variant}>
            {variant}
          </Button>
        ))}
        <Button size="small">small</Button>
        <Button chord="Mod+Enter">with a key</Button>
        <Button disabledReason="Draw something first">off, with its reason</Button>
        <Button isPending>working</Button>
        <IconButton icon={Trash2} label="Delete" chord="Delete" />
        <IconButton icon={Trash2} label="On" variant="standard" isOn />
        <IconButton icon={Trash2} label="Off" size="small" disabledReason="Nothing is selected" />
      </Part>
      <Part title="Fields">
        <Fields />
      </Part>
      <Part title="Overlays">
        <Overlays />
      </Part>
      <Part title="Chips, keys, progress">
        {TONES.map((tone) => (
          <Chip key={tone} tone={tone}>
            {tone}
          </Chip>
        ))}
        <FilterChip label="Train" onRemove={NOTHING} />
        <Keycap chord="Mod+Shift+Z" />
        <div style={{ width: 160 }}>
          <ProgressBar value={0.4} />
        </div>
        <div style={{ width: 160 }}>
          <ProgressBar />
        </div>
      </Part>
      <Part title="Messages">
        <EmptyState
          title="No images yet"
          text="Drop a folder of images here."
          action={<Button>Open a folder</Button>}
        />
        <ErrorLine error={new Error('The disk is full. Free some space, then try again.')} />
      </Part>
      <Toasts lift={0} indent={0} />
    </main>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <div className={styles.row}>{children}</div>
    </section>
  )
}
