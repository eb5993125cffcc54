// Written by `npm run generate`.
import { playbackFeature } from './playback.ts'

export * from './logo-url.ts'
export * from './playback.ts'

export const deliveryCalls = {
  ...playbackFeature.calls,
}
