import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import {
  fittedPlan,
  type Input,
  PER_TITLE,
  planSamples,
  type SampleBits,
  sampleBitsArgs,
  sampleSizes,
  type VideoPlan,
  type VideoSource,
} from '@kinora/media'
import type { Ffmpeg } from '../../../platform/ffmpeg/index.ts'
import { encodeLimits } from '../../../platform/ffmpeg/limits.ts'
import type { Workspace } from '../contents/workspace.ts'

/** Measures how hard a title is to encode in a few short samples, and adjusts its ladder. */
export async function fitToTitle(
  ffmpeg: Ffmpeg,
  { folder, signal }: Workspace,
  input: Input,
  source: VideoSource,
  plan: VideoPlan,
): Promise<VideoPlan> {
  const sizes = sampleSizes(plan)
  if (sizes === null) return fittedPlan(plan, [])
  const samples: SampleBits[] = []
  for (const sample of planSamples(source.durationS)) {
    const args = sampleBitsArgs(input, source, sizes, sample, ffmpeg.capabilities.filters)
    await ffmpeg.run('ffmpeg', args, { limits: encodeLimits(sample.durationS), cwd: folder, signal })
    const [smallKbps = 0, largeKbps = 0] = await Promise.all(
      PER_TITLE.outputs.map(async (name) => {
        const { size } = await stat(join(folder, name))
        return (size * 8) / 1000 / sample.durationS
      }),
    )
    samples.push({ smallKbps, largeKbps })
  }
  return fittedPlan(plan, samples)
}
