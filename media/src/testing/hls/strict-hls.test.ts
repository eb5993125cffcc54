// Slow: encodes twenty kinds of sources and checks their playlists and segments.
import { describe, expect, it } from 'vitest'
import { expectAligned, expectAudio } from '../test-aligned.ts'
import { makeClip, transcode } from '../test-transcode.ts'
import { deliver } from './test-deliver.ts'
import { checkHls } from './test-hls-check.ts'
import { oddClips } from './test-odd-clips.ts'
import { expectTogether } from './test-together.ts'

describe.each(oddClips)('$what', ({ file, make, spoil, beats, rungs }) => {
  it('becomes a stream that follows all rules', async () => {
    const input = await makeClip(file, make.join(' '))
    await spoil?.(input.path)
    const done = await transcode(input)
    const checked = await checkHls(await deliver(done), done.dir)
    expect(checked.faults).toEqual([])
    if (beats !== undefined) await expectTogether(checked, beats)
    if (rungs === undefined) return
    const { plan } = done
    if (plan.mode !== 'encode') throw new Error(`it was ${plan.mode}`)
    const planned = [plan.first, ...plan.rest].sort((a, b) => a.height - b.height)
    expect(planned.map(({ name, width, height }) => `${name} ${width}x${height}`)).toEqual(rungs)
    expect(plan.audio).toHaveLength(1)
    await expectAudio(done)
    await expectAligned(done)
  })
})
