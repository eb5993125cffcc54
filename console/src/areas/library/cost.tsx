import { Suspense } from 'react'
import { useSlot } from '../../lib/slots'
import type { CostProps } from './slots'

/** What something is going to cost. Nothing without billing. */
export function Cost(props: CostProps) {
  const [Shown] = useSlot('cost')
  return <Suspense>{Shown && <Shown {...props} />}</Suspense>
}
