import type { SegmentFault } from '#common/contract/segment'
import type { Box } from '#common/geometry/box'
import type { ImageId } from '#common/ids'
import type { ArmedTool } from '#renderer/tools/armed'
import { SMART } from '#renderer/tools/kinds/smart'
import type { Prompt, SmartState } from '#renderer/tools/smart/smart'
import { t } from '#renderer/words/words'
import type { Editor } from '../../editor/editor.ts'
import type { SegmentPort } from '../../model/machine.ts'
import { type AcceptedCut, acceptedCut, drawAccepted } from './accepted-cut.ts'
import { cropInView, holdsPrompts } from './crop.ts'
import { setMachine } from './machine-task.ts'
import { failureSentence, faultSentence } from './words.ts'

/** A part of the image is made ready once the view has rested this long. */
const REST_MS = 250
/** How often the ring at the pointer grows. */
const GROW_MS = 100
/** How long an image takes to be made ready, as far as nobody knows. */
const USUAL_MS = 1500

interface Ready {
  readonly image: ImageId
  readonly crop: Box | undefined
  readonly done: Promise<unknown>
  readonly stop: () => void
}

/** A question that is not answered yet. */
interface Asking {
  readonly image: ImageId
  readonly serial: number
  readonly stop: AbortController
  accepted: AcceptedCut | undefined
}

/**
 * Asks the machine what the smart tool points at. The image is made ready as soon as the tool is armed, and clicks made meanwhile
 * wait for that; of several questions only the newest counts.
 */
export class SmartRunner {
  readonly #editor: Editor
  readonly #port: SegmentPort
  readonly #stop: () => void
  #ready: Ready | undefined
  #asked = 0
  #asking: Asking | undefined
  readonly #due = new Set<Asking>()
  #answered: { readonly prompts: readonly Prompt[]; readonly crop: Box | undefined } | undefined
  #resting: ReturnType<typeof setTimeout> | undefined
  #usualMs = USUAL_MS
  #told: string | undefined

  constructor(editor: Editor, port: SegmentPort) {
    this.#editor = editor
    this.#port = port
    this.#stop = editor.store.subscribe(() => this.#look())
    this.#look()
  }

  dispose(): void {
    this.#stop()
    const asking = this.#asking
    this.#leave(asking, undefined)
    // It is drawn when it comes: the next screen does not ask for it again.
    if (asking?.accepted) this.#editor.set({ armed: this.#editor.tools.atRest(this.#editor.state.armed) })
    this.#forget()
  }

  #look(): void {
    const { image, armed } = this.#editor.state
    this.#tend(image, armed)
    const state = SMART.stateIn(armed)
    if (image === undefined || !state) return this.#forget()
    if (this.#ready?.image !== image) this.#prepare(image, undefined)
    if (state.prompts.length === 0) this.#follow(image)
    if (state.serial === this.#asked) return
    this.#asked = state.serial
    if (state.prompts.length > 0 && state.serial !== state.answered) void this.#ask(image, state)
    else this.#answered = undefined
  }

  /** Notes that the cut is accepted, or lets go of a question that is not that of the tool in hand any more. */
  #tend(image: ImageId | undefined, armed: ArmedTool): void {
    const asking = this.#asking
    if (!asking) return
    const state = image === asking.image ? SMART.stateIn(armed) : undefined
    if (state?.serial !== asking.serial) return this.#leave(asking, state)
    asking.accepted = acceptedCut(this.#editor, state)
    this.#note(asking, asking.accepted !== undefined)
  }

  /** Until an accepted cut is drawn, not everything is saved. */
  #note(asking: Asking, isDue: boolean): void {
    if (isDue) this.#due.add(asking)
    else this.#due.delete(asking)
    const { size } = this.#due
    if (this.#editor.state.machine.accepted !== size) setMachine(this.#editor, { accepted: size })
  }

  /** An accepted cut is drawn when it comes, also if the person is somewhere else by then; what was taken back is not. */
  #leave(asking: Asking | undefined, state: SmartState | undefined): void {
    this.#asking = undefined
    if (!asking) return
    const isTakenBack = state !== undefined && state.left !== asking.serial
    if (asking.accepted && !isTakenBack) return
    asking.stop.abort()
    this.#note(asking, false)
  }

  /** The tool was put down: nothing need be ready any more. */
  #forget(): void {
    clearTimeout(this.#resting)
    this.#ready?.stop()
    this.#ready = undefined
    if (this.#editor.state.machine.readiness) setMachine(this.#editor, { readiness: undefined })
  }

  /** Prepares the visible part by itself, where the engine sees more that way. */
  #follow(image: ImageId): void {
    clearTimeout(this.#resting)
    const crop = this.#wantedCrop()
    if (sameBox(crop, this.#ready?.crop)) return
    this.#resting = setTimeout(() => {
      const { image: now, armed } = this.#editor.state
      const isIdle = SMART.stateIn(armed)?.prompts.length === 0
      if (now === image && isIdle && sameBox(crop, this.#wantedCrop())) this.#prepare(image, crop)
    }, REST_MS)
  }

  #wantedCrop(): Box | undefined {
    const { frame, viewport, view, machine } = this.#editor.state
    const hasEmbeddings = machine.readiness?.engine?.hasEmbeddings ?? this.#ready?.crop !== undefined
    return frame && hasEmbeddings ? cropInView(frame, viewport, view) : undefined
  }

  #prepare(image: ImageId, crop: Box | undefined): void {
    this.#ready?.stop()
    const stop = new AbortController()
    const began = performance.now()
    const isCurrent = () => !stop.signal.aborted
    const show = (share: number) => setMachine(this.#editor, { readiness: { image, crop, share, engine: undefined } })
    const timer = setInterval(() => show(1 - Math.exp((began - performance.now()) / this.#usualMs)), GROW_MS)
    const question = { project: this.#editor.project, image, ...(crop && { crop }) }
    const done = this.#port
      .prepare(question, { signal: stop.signal })
      .then((engine) => {
        if (!isCurrent()) return
        this.#usualMs = Math.max(GROW_MS, performance.now() - began)
        setMachine(this.#editor, { readiness: { image, crop, share: 1, engine } })
        this.#tell(engine.fault)
      })
      // The question that follows says what is wrong.
      .catch(() => {
        if (isCurrent()) setMachine(this.#editor, { readiness: undefined })
      })
      .finally(() => clearInterval(timer))
    this.#ready = { image, crop, done, stop: () => stop.abort() }
    show(0)
  }

  async #ask(image: ImageId, state: SmartState): Promise<void> {
    const { prompts, serial } = state
    const stop = new AbortController()
    const asking: Asking = { image, serial, stop, accepted: acceptedCut(this.#editor, state) }
    this.#asking = asking
    this.#note(asking, asking.accepted !== undefined)
    const { signal } = stop
    try {
      await this.#ready?.done
      if (signal.aborted) return
      const question = this.#questionAbout(image, state)
      const { candidates, fault } = await this.#port.predict(question, { signal })
      if (signal.aborted) return
      if (this.#asking === asking) {
        this.#asking = undefined
        this.#answered = { prompts, crop: question.crop }
        this.#editor.send({ type: 'answer', serial, candidates })
      } else if (asking.accepted) drawAccepted(this.#editor, asking.accepted, candidates)
      this.#tell(fault)
      if (candidates.length === 0) this.#editor.announce(t('No distinct object at this point'))
    } catch (error) {
      if (signal.aborted) return
      if (this.#asking === asking) {
        this.#asking = undefined
        this.#editor.send({ type: 'failed', serial })
      }
      this.#editor.say({ kind: 'machine', id: 'smart-failed', text: failureSentence(error) })
    } finally {
      this.#note(asking, false)
    }
  }

  #questionAbout(image: ImageId, { prompts, chosen }: SmartState) {
    const near = this.#ready?.crop
    const crop = near && holdsPrompts(near, prompts) ? near : undefined
    const goesOn = chosen === 0 && isContinued(this.#answered, { prompts, crop })
    return { project: this.#editor.project, image, ...questionOf(prompts), ...(crop && { crop }), goesOn }
  }

  /** Once, as long as it stays the same. */
  #tell(fault: SegmentFault | null): void {
    const text = fault ? faultSentence(fault) : undefined
    if (text !== undefined && text !== this.#told) this.#editor.say({ kind: 'machine', id: 'smart-fault', text })
    this.#told = text ?? this.#told
  }
}

export function questionOf(prompts: readonly Prompt[]) {
  const points = prompts.flatMap((prompt) =>
    prompt.kind === 'point' ? [{ x: prompt.at.x, y: prompt.at.y, positive: prompt.isPositive }] : [],
  )
  const box = prompts.find((prompt) => prompt.kind === 'box')?.box
  return { points, ...(box && { box }) }
}

type Answered = { readonly prompts: readonly Prompt[]; readonly crop: Box | undefined }

/** Whether the prompts are those before and more, so that the machine can go on from its last answer. */
function isContinued(last: Answered | undefined, { prompts, crop }: Answered): boolean {
  if (!last || !sameBox(last.crop, crop) || last.prompts.length >= prompts.length) return false
  return last.prompts.every((prompt, place) => prompt === prompts[place])
}

function sameBox(a: Box | undefined, b: Box | undefined): boolean {
  return (
    a === b || (a !== undefined && b !== undefined && a.x0 === b.x0 && a.y0 === b.y0 && a.x1 === b.x1 && a.y1 === b.y1)
  )
}
