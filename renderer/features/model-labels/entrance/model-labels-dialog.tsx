import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { PickedImages } from '#common/contract/exports'
import type { ModelView } from '#common/contract/models/models'
import type { ProjectSlug } from '#common/ids'
import { placesObjects } from '#common/inference/acts'
import type { ModelManifest } from '#common/inference/manifest'
import { queries } from '#renderer/data/queries'
import { useLabelling } from '#renderer/data/use-labelling'
import { MODELS_HREF, navigate } from '#renderer/ui/app/router'
import { useAct } from '#renderer/ui/app/use-act'
import { Button } from '#renderer/ui/controls/button'
import { Select } from '#renderer/ui/controls/select'
import { Slider } from '#renderer/ui/controls/slider'
import { ErrorLine } from '#renderer/ui/display/message'
import { doesWhat } from '#renderer/ui/display/model-tasks'
import { Dialog } from '#renderer/ui/overlay/dialog'
import { decimal } from '#renderer/words/format'
import { midSentence } from '#renderer/words/mid-sentence'
import { t } from '#renderer/words/words'
import { startModelLabels } from '../start-labels.ts'
import styles from './model-labels-dialog.module.css'

export interface ModelLabelsDialogProps {
  readonly project: ProjectSlug
  readonly picked: PickedImages
  /** How many images that are. */
  readonly images: number
  /** Chosen at first. */
  readonly model?: string | undefined
  /** Which images, where that is to be chosen here. */
  readonly imageChoice?: ReactNode
  readonly onClose: () => void
}

/** From this overlap on, two objects of one class are the same. */
const SAME_OBJECT = 0.6
/** Where a model recommends none. */
const USUAL_CONFIDENCE = 0.4

/** Has a model look at images; what it finds waits for a person. */
export function ModelLabelsDialog(props: ModelLabelsDialogProps) {
  const { data: models, error } = useQuery(queries.labellingModels())
  const isPlaced = useLabelling(props.project) === 'places'
  const able = models?.filter(({ manifest }) => placesObjects(manifest)) ?? []
  const [first] = able
  const title = t('Label {{count}} images with a model', { count: props.images })
  if (isPlaced && first !== undefined) {
    return <Choice {...props} title={title} models={models ?? []} able={able} first={first} />
  }
  return (
    <Impossible title={title} isPlaced={isPlaced} onClose={props.onClose}>
      {props.images}
      {error !== null && <ErrorLine error={error} />}
      {isPlaced ? (
        models && <NoModel models={models} />
      ) : (
        <p>{t('This project labels whole images. Models can only suggest objects for now.')}</p>
      )}
    </Impossible>
  )
}

interface ImpossibleProps extends Pick<ModelLabelsDialogProps, 'onClose'> {
  readonly title: string
  readonly isPlaced: boolean
  readonly children: ReactNode
}

function Impossible({ title, isPlaced, onClose, children }: ImpossibleProps) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          {isPlaced && (
            <Button variant="primary" onPress={() => navigate(MODELS_HREF)}>
              {t('Go to Models')}
            </Button>
          )}
        </>
      }
    >
      {children}
    </Dialog>
  )
}

function NoModel({ models }: { readonly models: readonly ModelView[] }) {
  return (
    <>
      <p>{t('No model that locates objects is installed yet.')}</p>
      <NotOffered models={models} />
    </>
  )
}

interface ChoiceProps extends ModelLabelsDialogProps {
  readonly title: string
  readonly models: readonly ModelView[]
  /** Models that can predict annotations. */
  readonly able: readonly ModelView[]
  readonly first: ModelView
}

function Choice({ title, models, able, first, project, picked, images, imageChoice, onClose, ...props }: ChoiceProps) {
  const client = useQueryClient()
  const [named, setNamed] = useState(props.model)
  const { manifest: model } = able.find(({ manifest }) => manifest.id === named) ?? first
  const [typed, setConfidence] = useState<number>()
  const [overlap, setOverlap] = useState(SAME_OBJECT)
  const confidence = typed ?? model.thresholds?.confidence ?? USUAL_CONFIDENCE
  const start = useAct(() => startModelLabels({ project, picked, model, confidence, overlap }, client), {
    onDone: onClose,
    errors: 'in-place',
  })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      facts={t('You can keep working.')}
      actions={
        <>
          <Button chord="Escape" onPress={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            writes="projects"
            variant="primary"
            isPending={start.isPending}
            disabledReason={images === 0 ? t('No images to label') : undefined}
            onPress={() => start.mutate(undefined)}
          >
            {t('Label {{count}} images', { count: images })}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {imageChoice}
        <Select
          label={t('Model')}
          labelPlace="left"
          value={model.id}
          onChange={setNamed}
          options={able.map(({ manifest }) => ({
            value: manifest.id,
            label: `${manifest.name} · ${doesWhat(manifest)}`,
          }))}
        />
        <ShareSlider label={t('From confidence')} value={confidence} onChange={setConfidence} />
        <ShareSlider label={t('Same object')} value={overlap} onChange={setOverlap} />
        <p className="caption text-3">
          {t(
            'A prediction that overlaps an annotation of the same class by more than {{overlap}} is not suggested again.',
            { overlap: decimal(overlap, 2) },
          )}
        </p>
        <Consequence model={model} project={project} />
        <NotOffered models={models} />
        {start.error !== null && <ErrorLine error={start.error} />}
      </div>
    </Dialog>
  )
}

interface ShareSliderProps {
  readonly label: string
  readonly value: number
  readonly onChange: (value: number) => void
}

function ShareSlider({ label, value, onChange }: ShareSliderProps) {
  return (
    <Slider
      className={styles.slider}
      label={label}
      min={0}
      max={1}
      step={0.01}
      value={value}
      valueText={decimal(value, 2)}
      onChange={onChange}
    />
  )
}

/** The effects of labeling with the model, and their limits. */
function Consequence({ model, project }: { readonly model: ModelManifest; readonly project: ProjectSlug }) {
  const known = useQuery(queries.classes(project)).data
  const names = new Set(known?.map(({ name }) => name.toLowerCase()))
  const fresh = model.classNames.filter((name) => !names.has(name.toLowerCase()))
  return (
    <p className={styles.note}>
      {t(
        'Its predictions appear on the images as suggestions. A suggestion becomes an annotation only when you accept it. Open suggestions from the same model are replaced.',
      )}
      {known !== undefined && fresh.length > 0 && ` ${newClasses(fresh)}`}
    </p>
  )
}

function newClasses(fresh: readonly string[]): string {
  const classes = `${fresh.slice(0, 5).join(', ')}${fresh.length > 5 ? ' …' : ''}`
  return t(
    '{{count}} of its classes are new to this project ({{classes}}). Accepting a suggestion creates its class.',
    {
      count: fresh.length,
      classes,
    },
  )
}

/** The models that cannot propose labels, and why. */
function NotOffered({ models }: { readonly models: readonly ModelView[] }) {
  const others = models.filter(({ manifest }) => !placesObjects(manifest))
  if (others.length === 0) return null
  return <p className="caption text-3">{notOfferedWords(others.map(({ manifest }) => manifest))}</p>
}

const MOST_NAMED = 4

function notOfferedWords(others: readonly ModelManifest[]): string {
  const named = others.slice(0, MOST_NAMED).map((model) => `${model.name} (${midSentence(doesWhat(model))})`)
  const models = named.join(', ')
  return others.length > MOST_NAMED
    ? t('Not listed because they do not locate objects: {{models}} and {{count}} more.', {
        models,
        count: others.length - MOST_NAMED,
      })
    : t('Not listed because they do not locate objects: {{models}}.', { models })
}
