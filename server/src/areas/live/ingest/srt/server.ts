import { createTsSource } from '@kinora/media'
import type { Logger } from '../../../../platform/log.ts'
import type { SrtLimits } from '../../../../platform/transport/srt/limits.ts'
import {
  type SrtCall,
  type SrtDecision,
  startSrtListener,
} from '../../../../platform/transport/srt/listener.ts'
import type { Publisher } from '../publisher.ts'
import { authorizeCaller, type CallerChecks } from './authorize-caller.ts'
import { REJECTION_OF } from './rejections.ts'

export interface SrtServerOptions extends CallerChecks {
  /** 0 takes a free one. */
  readonly port: number
  readonly host: string
  readonly log: Logger
  readonly limits?: Partial<SrtLimits>
}

export interface SrtServer {
  readonly port: number
  /** Disconnects all publishers. */
  close(): Promise<void>
}

/** Accepts publishers over SRT on one port. Rejects if it cannot listen. */
export function startSrtServer(options: SrtServerOptions): Promise<SrtServer> {
  const { port, host, log, limits = {} } = options
  return startSrtListener({ port, host, log, limits, decide: (call) => decide(call, options) })
}

async function decide(call: SrtCall, checks: CallerChecks): Promise<SrtDecision> {
  const { request, address, log } = call
  const publisher: Pick<Publisher, 'close' | 'silentForMs'> = {
    silentForMs: call.silentForMs,
    close(reason) {
      call.close(REJECTION_OF[reason])
      log.info({ reason }, 'publisher disconnected')
    },
  }
  const decision = await authorizeCaller({ request, address, publisher }, checks)
  if (!decision.isAccepted) return decision
  const { sink, keys } = decision
  const ts = createTsSource(sink)
  return {
    isAccepted: true,
    keys,
    onPayload(payload) {
      const result = ts.push(payload)
      if (result !== 'taken') sink.refuse(result)
    },
    onEnd() {
      log.info('publisher left')
      sink.end()
    },
  }
}
