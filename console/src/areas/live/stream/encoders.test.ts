import { describe, expect, it } from 'vitest'
import { encoders, guideFor } from './encoders'

const key = 'live_secret'
const passphrase = 'words'
const rtmp = { protocol: 'rtmp', url: 'rtmp://media.example/live', key, passphrase } as const
const srt = { protocol: 'srt', url: 'srt://media.example:8890', key, passphrase } as const
const whip = { protocol: 'whip', url: 'https://media.example/whip', key, passphrase } as const

describe('a guide', () => {
  it.each(encoders)('for %s has the URL and the key, and the passphrase only for SRT', (encoder) => {
    const overRtmp = JSON.stringify(guideFor(encoder, rtmp))
    expect(overRtmp).toContain(rtmp.url)
    expect(overRtmp).toContain(key)
    expect(overRtmp).not.toContain(passphrase)
    const overSrt = JSON.stringify(guideFor(encoder, srt))
    for (const part of ['media.example', '8890', key, passphrase]) expect(overSrt).toContain(part)
  })

  it('uses the labels of the program', () => {
    expect(guideFor('obs', rtmp)).toEqual({
      kind: 'fields',
      fields: [
        { label: 'Service', value: 'Custom…' },
        { label: 'Server', value: rtmp.url },
        { label: 'Stream Key', value: key },
      ],
    })
  })

  it('for WHIP exists only if the program supports it', () => {
    expect(encoders.filter((encoder) => guideFor(encoder, whip) !== null)).toEqual(['obs'])
  })

  it('gives ffmpeg a latency in microseconds', () => {
    expect(guideFor('ffmpeg', srt)).toMatchObject({
      command: expect.stringContaining(
        `"srt://media.example:8890?streamid=${key}&passphrase=${passphrase}&pbkeylen=32&latency=200000"`,
      ),
    })
  })
})
