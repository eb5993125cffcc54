import type { EncodingProfile, EncodingProfileBody } from '@kinora/contract'
import { png } from '../platform/ffmpeg/test-pictures.ts'
import type { Client } from './client.ts'

/** A small profile that uses every setting. Tests change what they need. */
export function aProfile(name: string, change: Partial<EncodingProfileBody> = {}): EncodingProfileBody {
  return {
    name,
    codecs: ['h264'],
    rungs: [
      { lines: 144, maxKbps: 200 },
      { lines: 180, maxKbps: 400 },
    ],
    maxFrameRate: 30,
    audio: { kbps: 64, channels: 'source', loudness: -23 },
    watermark: {
      corner: 'top-right',
      margin: 5,
      size: 25,
      opacity: 100,
      file: png(100, 50).toString('base64'),
    },
    keepsOriginal: true,
    perTitle: false,
    ...change,
  }
}

let made = 0

export function newProfile(who: Client, change: Partial<EncodingProfileBody> = {}): Promise<EncodingProfile> {
  made += 1
  return who.call('createEncodingProfile', { body: aProfile(`Profile ${made}`, change) })
}

/** Makes a profile with one small rendition the default, for tests that read the files that videos come from. */
export async function encodeSmall(who: Client): Promise<EncodingProfile> {
  const rungs = [{ lines: 144, maxKbps: 200 }]
  const small = await newProfile(who, { rungs, watermark: null, keepsOriginal: false })
  return who.call('makeDefaultEncodingProfile', { params: { id: small.id } })
}

/** A custom profile of the environment, created if there is none. */
export async function someProfile(who: Client): Promise<EncodingProfile> {
  const { items } = await who.call('listEncodingProfiles', {})
  return items.find(({ builtIn, isDefault }) => builtIn === null && !isDefault) ?? newProfile(who)
}
