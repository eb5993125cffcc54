import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Public scheme and host of this server, without a trailing slash. */
export function originOf(request: FastifyRequest, config: Pick<Config, 'PUBLIC_URL'>): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}
