import { useText } from '../../../lib/i18n'
import { Problem } from '../../../lib/problem'
import { problemText } from '../../../lib/texts'
import { useProblemToast } from '../../../ui/use-problem-toast'

/** The error of saving a view: beside the name field if it is about the name, otherwise as a toast. */
export function useSaveFault(error: unknown) {
  const t = useText()
  const report = useProblemToast(t('library:views.notSaved'))
  return {
    nameError: isNameError(error) ? problemText(t, error) : undefined,
    report: (fault: unknown) => {
      if (!isNameError(fault)) report(fault)
    },
  }
}

function isNameError(error: unknown): error is Problem {
  return error instanceof Problem && error.id === 'name-taken'
}
