import type { Plan } from '@kinora/media'
import type { UsageFact, Work } from '../../../platform/usage/usage.ts'
import type { ContentRow } from '../contents/content-view.ts'
import { encodingHold } from '../contents/states.ts'
import type { NewRendition } from '../contents/tables.ts'

/** Videos with a longer shorter side cost more. */
const HD_SIDE = 1080

type EncodedRendition = Pick<NewRendition, 'id' | 'outputId' | 'type' | 'isOriginal' | 'width' | 'height'>

/** Makes the usage record of an encoded rendition. Nothing for repackaged video, for audio and for test videos.
 * @param durationS of the rendition */
export function encodedFacts(
  { id, environmentId, isTest }: Pick<ContentRow, 'id' | 'environmentId' | 'isTest'>,
  rendition: EncodedRendition,
  durationS: number,
  occurredAt: Date,
): UsageFact[] {
  if (isTest || rendition.isOriginal || rendition.type !== 'video') return []
  return [
    {
      // Another attempt has another output.
      key: `encode:${rendition.id}:${rendition.outputId}`,
      environmentId,
      objectId: id,
      meter: encodingMeter(rendition),
      quantity: durationS * 1000,
      occurredAt,
    },
  ]
}

function encodingMeter({ width, height }: Pick<NewRendition, 'width' | 'height'>) {
  return Math.min(width ?? 0, height ?? 0) > HD_SIDE ? 'encoding-uhd' : 'encoding-hd'
}

/** Longer than the encoding of a video takes. */
const HOLD_S = 24 * 3600

/** The encoding of a new video, for the reservation of its cost. It goes on in any case, because the upload was accepted. */
export function encodingWork(
  { id, environmentId }: Pick<ContentRow, 'id' | 'environmentId'>,
  plan: Plan,
  durationS: number,
): Work {
  const rungs = plan.mode === 'audio-only' ? [] : [plan.first, ...plan.rest, ...(plan.later ?? [])]
  const estimate = { 'encoding-hd': 0, 'encoding-uhd': 0 }
  for (const rung of rungs) if (rung.kind !== 'passthrough') estimate[encodingMeter(rung)] += durationS * 1000
  return { key: encodingHold(id), environmentId, estimate, holdS: HOLD_S, isAccepted: true }
}
