import { deliveryCalls } from '@kinora/contract'
import { tryCalls } from '../../contract/test-matrix.ts'
import { deliveryCases } from './test-cases.ts'

tryCalls(deliveryCalls, deliveryCases, { hasWorker: true })
