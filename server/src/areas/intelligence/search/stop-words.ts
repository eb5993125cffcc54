import { termsOf } from '../transcripts/terms.ts'

/** Words that say little, in the languages of the console. A search ignores them beside other words. */
const stopWords = `
a an and are as at be but by did do does for from had has have he her his how i if in into is it its me my of on or our
she so than that the their them then there these they this to us was we were what when where which who why will with you
your about
का के की को में से पर और है हैं था थी थे यह वह इस उस ने भी तो ही क्या कि एक हो कर
في من إلى على عن مع هذا هذه ذلك التي الذي و أو أن إن كان كانت ما لا هل قد هو هي
ఈ ఆ ఒక మరియు కు కి లో తో ను ని అని ఉంది ఉన్న కూడా ఏమి ఎవరు
`

const terms = new Set(termsOf(stopWords))

/** Terms of a phrase without the stop words, or all if it has no other. */
export function tellingTerms(phrase: string): string[] {
  const all = [...new Set(termsOf(phrase))]
  const telling = all.filter((term) => !terms.has(term))
  return telling.length > 0 ? telling : all
}
