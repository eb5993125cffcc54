import { Suspense } from 'react'
import { useSlot } from '../../lib/slots'
import type { CostProps } from './slots'

/** The expected cost of something. Nothing without billing. */
export function Cost(props: CostProps) {
  const [Shown] = useSlot('cost')
  return <Suspense>{Shown && <Shown {...props} />}</Suspense>
}
