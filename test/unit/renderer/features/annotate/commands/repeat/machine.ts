import type { SegmentCandidate, SegmentFault } from '#common/contract/segment'
import type { Box } from '#common/geometry/box'
import { ImageId } from '#common/ids'
import type { MachineCore, SegmentPort } from '#renderer/features/annotate/model/machine'

type Question = Parameters<SegmentPort['predict']>[0]

/** A segmenter with predefined objects: it finds those whose center is in the prompt box. */
export class FakeMachine implements MachineCore {
  objects: readonly Box[] = []
  readonly asked: Question[] = []
  readonly prepared: string[] = []
  readonly kept = new Set<ImageId>()
  hasEmbeddings = true
  fault: SegmentFault | null = null
  /** Preparations wait for this promise. */
  gate: Promise<void> = Promise.resolve()
  /** Answers wait for this promise. */
  answers: Promise<void> = Promise.resolve()
  trouble: Error | undefined
  size = { width: 1000, height: 800 }
  readonly sizes = new Map<string, { width: number; height: number }>()

  facts = async (image: string) => this.sizes.get(image) ?? this.size

  readonly segment: SegmentPort = {
    prepare: async ({ image, crop }) => {
      this.prepared.push(crop ? `${image} ${crop.x0} ${crop.y0}` : image)
      await this.gate
      return { engine: 'Fake', hasEmbeddings: this.hasEmbeddings, fault: this.fault }
    },
    prepared: async ({ images }) => ({
      images: images.map((id) => ImageId.parse(id)).filter((id) => this.kept.has(id)),
    }),
    predict: async (question) => {
      this.asked.push(question)
      await this.answers
      if (this.trouble) throw this.trouble
      return {
        candidates: this.objects.filter((object) => isMeant(object, question)).map(candidate),
        fault: this.fault,
      }
    },
  }
}

function isMeant({ x0, y0, x1, y1 }: Box, { box, points }: Question): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const isBoxed = box !== undefined && x >= box.x0 && x <= box.x1 && y >= box.y0 && y <= box.y1
  return (
    isBoxed ||
    points.some((point) => point.positive && point.x >= x0 && point.x <= x1 && point.y >= y0 && point.y <= y1)
  )
}

function candidate({ x0, y0, x1, y1 }: Box): SegmentCandidate {
  return { extent: 'whole', rings: [[x0, y0, x1, y0, x1, y1, x0, y1]], score: 0.9 }
}
