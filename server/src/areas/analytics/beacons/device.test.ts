import { describe, expect, it } from 'vitest'
import { deviceReader } from './device.ts'

const read = deviceReader()
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

describe('a user agent', () => {
  it.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/140.0.0.0 Safari/537.36`,
      { device_type: 'computer', device: 'Chrome, Windows', os: 'Windows', browser: 'Chrome', is_bot: 0 },
    ],
    [
      `Mozilla/5.0 (Linux; Android 14; SM-S918B) ${WEBKIT} Chrome/130.0.0.0 Mobile Safari/537.36`,
      { device_type: 'phone', device: 'Samsung SM-S918B', os: 'Android', browser: 'Chrome', is_bot: 0 },
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) ${WEBKIT} Version/17.0 Mobile/15E148 Safari/604.1`,
      { device_type: 'tablet', device: 'Apple iPad', os: 'iOS', browser: 'Mobile Safari', is_bot: 0 },
    ],
    [
      `Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) ${WEBKIT} 76.0/6.0 TV Safari/537.36`,
      { device_type: 'tv', device: '', os: 'Tizen', browser: 'Safari', is_bot: 0 },
    ],
    [
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      { device_type: '', device: '', os: '', browser: '', is_bot: 1 },
    ],
    [
      'AndroidXMedia3/1.2.0',
      { device_type: 'phone', device: 'ExoPlayer, Android', os: 'Android', browser: 'ExoPlayer', is_bot: 0 },
    ],
    ['ExoPlayerLib/2.18.1', { device_type: 'phone', device: 'ExoPlayer, Android', is_bot: 0 }],
    [
      'MyApp/1.0 (Linux;Android 13) ExoPlayerLib/2.18.1',
      { device_type: 'phone', device: 'ExoPlayer, Android', os: 'Android', is_bot: 0 },
    ],
    ['AppleTV11,1/11.1', { device_type: 'tv', device: 'Apple Apple TV', is_bot: 0 }],
    [
      'AppleCoreMedia/1.0.0.21E219 (iPhone; U; CPU OS 17_4 like Mac OS X; en_us)',
      { device_type: 'phone', device: 'Apple iPhone', browser: 'AppleCoreMedia', is_bot: 0 },
    ],
    ['VLC/3.0.20 LibVLC/3.0.20', { device_type: 'computer', device: 'VLC', browser: 'VLC', is_bot: 0 }],
    ['Lavf/60.3.100', { is_bot: 1 }],
    ['', { device_type: '', device: '', os: '', browser: '', is_bot: 0 }],
  ])('%s', (userAgent, facts) => expect(read(userAgent)).toMatchObject(facts))

  it('without a model is completed by the model that the browser reports', () => {
    const frozen = `Mozilla/5.0 (Linux; Android 10; K) ${WEBKIT} Chrome/140.0.0.0 Mobile Safari/537.36`
    expect(read(frozen, 'SM-S918B')).toMatchObject({ device_type: 'phone', device: 'Samsung SM-S918B' })
    expect(read(frozen, '$&<b>); K)').device).not.toMatch(/[<$&]/)
    expect(read(frozen)).toMatchObject({ device_type: 'phone', os: 'Android' })
  })

  it('is parsed quickly even if it is hostile', () => {
    const texts = ['<script>'.repeat(9000), '('.repeat(9000), 'Mozilla/5.0 (Linux; '.repeat(900)]
    for (const text of texts) expect(read(text).device.length).toBeLessThan(300)
  })
})
