import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Scheme and host that browsers and viewers reach us by, without a slash at the end. */
export function originOf(request: FastifyRequest, config: Config): string {
  return config.PUBLIC_URL?.replace(/\/+$/, '') ?? `${request.protocol}://${request.host}`
}
