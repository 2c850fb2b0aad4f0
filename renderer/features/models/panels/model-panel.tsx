import { MoreHorizontal, Sparkles, SquarePlay } from 'lucide-react'
import { useState } from 'react'
import type { ModelView } from '#common/contract/models/models'
import { placesObjects } from '#common/inference/acts'
import { studio } from '#renderer/data/studio'
import { useAbility, useOtherMachine } from '#renderer/data/use-ability'
import { LabelProjectDialog } from '#renderer/features/model-labels/entrance/label-project-dialog'
import { navigate, playgroundHref } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { IconButton } from '#renderer/ui/controls/icon-button'
import { Chip } from '#renderer/ui/display/chip'
import { PanelLabel } from '#renderer/ui/display/panel'
import { Menu } from '#renderer/ui/overlay/menu'
import { notify, notifyError } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import { CallPanel } from '../entrance/call-panel.tsx'
import { SettingsDialog } from '../settings-dialog.tsx'
import { useRefresh } from '../use-refresh.ts'
import { exampleCall } from '../words.ts'
import { ModelFacts } from './model-facts.tsx'
import styles from './panel.module.css'

export interface ModelPanelProps {
  readonly model: ModelView
  readonly onRemoved: () => void
}

/** One model that is installed: what can be done with it, how it is called, what it is. */
export function ModelPanel({ model, onRemoved }: ModelPanelProps) {
  const { manifest, loaded, origin } = model
  const [isLabelling, setLabelling] = useState(false)
  const [isSetting, setSetting] = useState(false)
  return (
    <aside className={styles.panel} aria-label={manifest.name} data-panel>
      <header className={styles.head}>
        <h2 className={styles.title}>{manifest.name}</h2>
        {loaded === null ? (
          <Chip>{origin === 'built-in' ? t('Ready') : t('On disk')}</Chip>
        ) : (
          <Chip tone="ok">{t('Loaded')}</Chip>
        )}
      </header>
      <Acts model={model} onLabel={() => setLabelling(true)} onSet={() => setSetting(true)} onRemoved={onRemoved} />
      <section className={styles.section}>
        <PanelLabel>{t('Call it from another program')}</PanelLabel>
        <CallPanel call={exampleCall(manifest)} file="image.jpg" />
      </section>
      <ModelFacts model={model} />
      {isSetting && <SettingsDialog manifest={manifest} onClose={() => setSetting(false)} />}
      {isLabelling && <LabelProjectDialog model={manifest.id} onClose={() => setLabelling(false)} />}
    </aside>
  )
}

interface ActsProps extends ModelPanelProps {
  readonly onLabel: () => void
  readonly onSet: () => void
}

function Acts({ model: { manifest, loaded, origin }, onLabel, onSet, onRemoved }: ActsProps) {
  const { id, name } = manifest
  const refresh = useRefresh()
  const can = useAbility()
  // Models label where the images lie; this one is of this machine.
  const isHere = useOtherMachine() === undefined
  const load = useAct(studio.models.load, { onDone: refresh })
  const unload = useAct(studio.models.unload, { onDone: refresh })
  const restore = (key: Awaited<ReturnType<typeof studio.models.remove>>['key']) =>
    void studio.models.restore({ key }).then(refresh, notifyError)
  const remove = useAct(studio.models.remove, {
    onDone({ key }) {
      refresh()
      onRemoved()
      notify({
        text: t('{{name}} moved to the trash', { name }),
        action: { label: t('Undo'), onPress: () => restore(key) },
      })
    },
  })
  return (
    <div className={styles.acts}>
      <Button onPress={() => navigate(playgroundHref({ model: id }))}>
        <SquarePlay />
        {t('Try it')}
      </Button>
      {isHere && can('model-labels') && placesObjects(manifest) && (
        <Button writes="projects" onPress={onLabel}>
          <Sparkles />
          {t('Label images')}
        </Button>
      )}
      {loaded === null ? (
        <Button isPending={load.isPending} onPress={() => load.mutate({ model: id })}>
          {t('Load')}
        </Button>
      ) : (
        <Button isPending={unload.isPending} onPress={() => unload.mutate({ model: id })}>
          {t('Unload')}
        </Button>
      )}
      {origin !== 'built-in' && (
        <Menu
          label={t('More of {{name}}', { name })}
          placement="bottom end"
          trigger={<IconButton icon={MoreHorizontal} label={t('More of {{name}}', { name })} />}
          entries={[
            { id: 'settings', writes: 'station', label: t('Settings…'), onAction: onSet },
            {
              id: 'remove',
              writes: 'station',
              label: t('Move to the trash'),
              onAction: () => remove.mutate({ model: id }),
              isDanger: true,
            },
          ]}
        />
      )}
    </div>
  )
}
