import { createTsSource, type LiveSink } from '@kinora/media'
import type { Logger } from '../../../platform/log.ts'
import { checkHost } from '../../../platform/net/address-guard.ts'
import { callSrt } from '../../../platform/transport/srt/caller.ts'
import { SRT_LIMITS } from '../../../platform/transport/srt/limits.ts'
import { SrtCallFailure, type SrtLink, type SrtTarget } from '../../../platform/transport/srt/link.ts'
import type { HttpOptions } from './guarded-http.ts'
import { SOURCE_FAULTS, SourceFailure } from './source-failure.ts'

/** Plays a stream of an SRT listener until it ends. @throws SourceFailure */
export async function playSrt(
  url: URL,
  { allowed, signal, sink, log }: HttpOptions & { readonly sink: LiveSink; readonly log: Logger },
): Promise<void> {
  const checked = await checkHost(url, allowed)
  const { promise: ended, resolve: end, reject } = Promise.withResolvers<void>()
  const ts = createTsSource({ ...sink, end })
  const stop = () => end()
  signal.addEventListener('abort', stop, { once: true })
  let link: SrtLink | null = null
  try {
    link = await callSrt(
      { ...checked, ...settingsIn(url) },
      {
        signal,
        log,
        onPayload(payload) {
          const result = ts.push(payload)
          if (result !== 'taken') reject(new SourceFailure(SOURCE_FAULTS[result.reason]))
        },
        onEnd: () => end(),
      },
    )
    await ended
  } catch (error) {
    throw error instanceof SrtCallFailure ? new SourceFailure(messageOf(error)) : error
  } finally {
    link?.close()
    signal.removeEventListener('abort', stop)
  }
}

function settingsIn({ port, searchParams }: URL): Omit<SrtTarget, 'address' | 'family'> {
  return {
    port: Number(port),
    streamId: searchParams.get('streamid') ?? '',
    passphrase: searchParams.get('passphrase') ?? '',
    keyBytes: Number(searchParams.get('pbkeylen')) || 16,
    // As in ffmpeg, the latency in the URL is in microseconds.
    latencyMs: Math.round((Number(searchParams.get('latency')) || SRT_LIMITS.latencyMs * 1000) / 1000),
  }
}

function messageOf({ code }: SrtCallFailure): string {
  return code === null
    ? 'The SRT server does not answer.'
    : `The SRT server refused the connection with code ${code}.`
}
