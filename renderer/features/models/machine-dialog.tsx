import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProvidersView, VerdictView } from '#common/contract/models/models'
import type { Provider } from '#common/inference/manifest'
import type { ProviderChoice } from '#common/inference/providers'
import { queries } from '#renderer/data/queries'
import { sentenceOf } from '#renderer/data/sentence'
import { studio } from '#renderer/data/studio'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Switch } from '#renderer/ui/controls/switch'
import { TextField } from '#renderer/ui/controls/text-field'
import { StateDot } from '#renderer/ui/display/marks'
import { ErrorLine } from '#renderer/ui/display/message'
import { PanelLabel } from '#renderer/ui/display/panel'
import { ProgressBar } from '#renderer/ui/display/progress'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { notify } from '#renderer/ui/overlay/toast'
import { t } from '#renderer/words/words'
import styles from './dialogs.module.css'
import { useRefresh } from './use-refresh.ts'
import { PROVIDER_NAMES, YOUNG_PROVIDERS } from './words.ts'

/** Execution providers of this machine, and the source of model downloads. */
export function MachineDialog({ onClose }: { readonly onClose: () => void }) {
  const client = useQueryClient()
  const { data, error } = useQuery(queries.providers())
  const keep = (view: ProvidersView) => client.setQueryData(queries.providers().queryKey, view)
  const test = useAct(() => studio.models.providers({ again: true }), { errors: 'in-place', onDone: keep })
  const choose = useAct(studio.models.chooseProviders, {
    onDone: () => void client.invalidateQueries({ queryKey: queries.providers().queryKey }),
  })
  const failure = test.error ?? error
  return (
    <Dialog
      title={t('What models run on here')}
      subtitle={t('Each provider was tested in its own process, so a crash cannot affect Tessera.')}
      size="medium"
      onClose={onClose}
      actions={
        <>
          <Button isPending={test.isPending} onPress={() => test.mutate(undefined)}>
            {t('Test again')}
          </Button>
          <Button variant="primary" onPress={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {failure !== null && <ErrorLine error={failure} word={t('Not tested')} />}
        {data === undefined && failure === null && <ProgressBar label={t('Testing what models can run on')} />}
        {data !== undefined && (
          <>
            <ul className={styles.verdicts} aria-label={t('Ways to run models')}>
              {data.verdicts.map((verdict) => (
                <Verdict key={verdict.provider} verdict={verdict} choice={data.choice} onChoose={choose.mutate} />
              ))}
            </ul>
            <Switch
              isSelected={data.choice.cpuOnly}
              isDisabled={choose.isPending}
              onChange={(cpuOnly) => choose.mutate({ ...data.choice, cpuOnly })}
            >
              {t('Use the processor only')}
            </Switch>
          </>
        )}
        <Mirror />
      </div>
    </Dialog>
  )
}

interface VerdictProps {
  readonly verdict: VerdictView
  readonly choice: ProviderChoice
  readonly onChoose: (choice: ProviderChoice) => void
}

function Verdict({ verdict: { provider, works, reason }, choice, onChoose }: VerdictProps) {
  const others = choice.admitted.filter((each) => each !== provider)
  const isUsed = works && isWished(provider, choice)
  return (
    <li className={styles.verdict}>
      <StateDot tone={works ? (isUsed ? 'ok' : 'off') : 'warn'} />
      <span className="medium">{PROVIDER_NAMES[provider]}</span>
      {works && YOUNG_PROVIDERS.includes(provider) ? (
        <Switch
          isSelected={choice.admitted.includes(provider)}
          onChange={(isOn) => onChoose({ ...choice, admitted: isOn ? [...others, provider] : others })}
        >
          {t('Use this experimental provider')}
        </Switch>
      ) : (
        <span className="text-2">{verdictWords(works, isUsed)}</span>
      )}
      <span className={styles.reason}>{sentenceOf(reason)}</span>
    </li>
  )
}

function verdictWords(works: boolean, isUsed: boolean): string {
  if (!works) return t('Cannot be used')
  return isUsed ? t('Works, and is used') : t('Works, and is not used')
}

function isWished(provider: Provider, { cpuOnly, admitted }: ProviderChoice): boolean {
  if (provider === 'cpu') return true
  return !cpuOnly && (!YOUNG_PROVIDERS.includes(provider) || admitted.includes(provider))
}

function Mirror() {
  const { data } = useQuery(queries.mirror())
  if (data === undefined) return null
  return <MirrorField key={data.mirror ?? ''} mirror={data.mirror ?? ''} />
}

function MirrorField({ mirror }: { readonly mirror: string }) {
  const [text, setText] = useState(mirror)
  const refresh = useRefresh()
  const typed = text.trim()
  const save = useAct(studio.models.setMirror, {
    errors: 'in-place',
    onDone() {
      refresh()
      notify({
        text:
          typed === ''
            ? t('Models are fetched from their own hosts')
            : t('Models are fetched from {{mirror}}', { mirror: typed }),
      })
    },
  })
  return (
    <form
      // An address that was refused may be corrected and sent again.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate({ mirror: typed === '' ? null : typed })
      }}
    >
      <PanelLabel>{t('Where models are fetched from')}</PanelLabel>
      <div className={styles.line}>
        <TextField
          label={t('Address of a mirror')}
          hideLabel
          value={text}
          onChange={(next) => {
            setText(next)
            save.reset()
          }}
          placeholder={t('Each from its own host; or the address of a mirror, such as https://models.example/')}
          error={save.error === null ? undefined : sentenceOf(save.error)}
        />
        <Button writes="station" type="submit" isPending={save.isPending} isDisabled={typed === mirror}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
