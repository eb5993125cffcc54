import { expect, it } from 'vitest'
import { publishServer } from './media-node.ts'

const away = { url: 'https://10.0.0.5:7000', port: 1935, rtmpsPort: 443 }
const settings = { PUBLIC_URL: 'https://video.example.com', ALLOW_PLAINTEXT: [] }

it('a stream key goes to a node on this machine by RTMP, and to another one by RTMPS', () => {
  const here = { ...away, url: 'http://127.0.0.1:7000' }
  expect(publishServer(here, settings)).toEqual({ host: '127.0.0.1', port: 1935, tlsHost: null })
  const safe = { host: '10.0.0.5', port: 443, tlsHost: 'video.example.com' }
  expect(publishServer(away, settings)).toEqual(safe)
})

it('a stream key goes to another machine unencrypted only if that is allowed', () => {
  const plain = { ...away, rtmpsPort: null }
  expect(publishServer(plain, settings)).toBeNull()
  expect(publishServer(away, { ...settings, PUBLIC_URL: undefined })).toBeNull()
  const allowed = { ...settings, ALLOW_PLAINTEXT: ['LIVE_NODE_HOST'] }
  expect(publishServer(plain, allowed)).toEqual({ host: '10.0.0.5', port: 1935, tlsHost: null })
})
