import { S3ServiceException } from '@aws-sdk/client-s3'
import { StoreFault } from '../file-store.ts'
import { networkFault } from './faults.ts'

/** Errors that the credentials cause. */
const credentials = new Set([
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'RequestTimeTooSkewed',
  'AccountProblem',
])

/** @throws StoreFault, or the error if it is of no known kind */
export async function withS3Faults<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw s3Fault(error)
  }
}

export function s3Fault(error: unknown): unknown {
  if (!(error instanceof S3ServiceException)) return networkFault(error) ?? error
  const status = error.$metadata.httpStatusCode ?? 0
  if (credentials.has(error.name)) return new StoreFault('sign-in', 'the keys are refused', error)
  // HEAD has no body, so its errors have no names.
  if (status === 401 || status === 403) return new StoreFault('no-access', 'the keys have no right', error)
  if (status === 404) return new StoreFault('missing', 'there is no such bucket or object', error)
  if (status === 412) return new StoreFault('changed', 'the object has changed', error)
  // Another region, or no service of S3.
  if (status >= 300 && status < 500 && status !== 408 && status !== 429)
    return new StoreFault('protocol', `the service answered ${status} ${error.name}`, error)
  return new StoreFault('no-answer', `the service answered ${status}`, error)
}
