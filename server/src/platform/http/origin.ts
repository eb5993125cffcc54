import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Public scheme and host of this server, without a trailing slash. */
export function originOf(request: FastifyRequest, config: Pick<Config, 'PUBLIC_URL'>): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}

/** Scheme and host of the pages for viewers. @param origin that of this server */
export function pageOrigin(origin: string, { EMBED_ORIGIN }: Pick<Config, 'EMBED_ORIGIN'>): string {
  return EMBED_ORIGIN ?? origin
}

/** The origins that viewers use for this server. */
export function ownOrigins(
  request: FastifyRequest,
  config: Pick<Config, 'PUBLIC_URL' | 'EMBED_ORIGIN'>,
): readonly string[] {
  const origin = originOf(request, config)
  return config.EMBED_ORIGIN === undefined ? [origin] : [origin, config.EMBED_ORIGIN]
}
