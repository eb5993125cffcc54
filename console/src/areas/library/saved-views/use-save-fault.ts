import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { useProblemToast } from '../../../ui/use-problem-toast'

/** The error of saving a view: beside the name field if it is about the name, otherwise as a toast. */
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
