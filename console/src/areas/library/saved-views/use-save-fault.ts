import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { useProblemToast } from '../../../ui/use-problem-toast'

/** Why a view was not saved: what is wrong with its name stands beside it, all else is said at the top. */
export function useSaveFault(error: unknown) {
  const t = useText()
  const tell = useProblemToast(t('library:views.notSaved'))
  return {
    ofName: isOfName(error) ? problemText(t, error) : undefined,
    tell: (fault: unknown) => {
      if (!isOfName(fault)) tell(fault)
    },
  }
}

function isOfName(error: unknown): error is Problem {
  return error instanceof Problem && error.id === 'name-taken'
}
