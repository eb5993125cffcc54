import type { Content } from '@kinora/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { useText } from '../../../lib/i18n'
import { useSlot } from '../../../lib/slots'
import { useWorkspace } from '../../identity'
import type { BulkVideoAction } from '../slots'
import type { BulkAction } from './bulk-bar'

/** The actions of other areas on selected videos, and the dialog of the one that was chosen. */
export function useBulkActions(contents: readonly Content[]): {
  readonly actions: readonly BulkAction[]
  readonly dialog: ReactNode
} {
  const t = useText()
  const { can } = useWorkspace()
  const [chosen, setChosen] = useState<BulkVideoAction | null>(null)
  const offered = useSlot('bulkVideoActions')
    .flat()
    .filter(({ right }) => can(right))
  if (contents.length === 0) {
    // A dialog does not come back with the next selection.
    if (chosen) setChosen(null)
    return { actions: [], dialog: null }
  }
  return {
    actions: offered.map((action) => ({
      label: action.label(t),
      icon: <action.icon size={16} aria-hidden />,
      run: () => setChosen(action),
    })),
    dialog: chosen && (
      <Suspense>
        <chosen.Dialog contents={contents} onClose={() => setChosen(null)} />
      </Suspense>
    ),
  }
}
