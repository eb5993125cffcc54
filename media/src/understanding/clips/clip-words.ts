/** Frequent words without a topic, which can be no keywords. */
const stopWords = new Set(
  (
    'a about after all also am an and any are as at be because been before but by can could did do does for from get go had has have ' +
    'he her here him his how i if in into is it its just know like more most much my no not now of on one only or other our out over ' +
    'said say see she so some such than that the their them then there these they thing think this those through to too up us very ' +
    "was we well were what when where which who will with would yes you your it's i'm that's don't we're they're " +
    'और का के की को में से है हैं था थे थी यह वह ये वे हम मैं आप तो भी ही पर ने एक कि जो कर कर नहीं इस उस अब तक लिए साथ हो गया कुछ क्या ' +
    'في من على إلى عن أن إن هذا هذه ذلك التي الذي هو هي نحن أنا كان كانت قد لا ما لم لن و ثم أو بل كل مع هنا هناك بعد قبل كما ' +
    'ఒక ఈ ఆ మరియు కానీ అని అది ఇది నేను మీరు మేము వారు అతను ఆమె కూడా లో కి కు ను తో నుండి వద్ద పై చాలా లేదు ఉంది ఉన్నాయి అయితే ఇక'
  ).split(' '),
)

/** First words that point to something that was said before. */
const dangling = new Set(
  (
    'and but or so because then also however therefore he she it they them this that these those his her their which who ' +
    'और लेकिन मगर तो क्योंकि फिर वह वे यह ये उसने उन्होंने इसलिए ' +
    'و ثم أو لكن ولكن لأن هذا هذه ذلك هو هي هم لذلك ' +
    'మరియు కానీ అయితే ఎందుకంటే అప్పుడు అది ఇది వారు అతను ఆమె అందుకే'
  ).split(' '),
)

/** Last words after which a sentence goes on. */
const unfinished = new Set(
  (
    'a an the and or but of to in on at by for from with as if that which who because so than into is are was were my your our their ' +
    'और या लेकिन कि का के की को में से पर जो क्योंकि ' +
    'في من على إلى عن أن إن و أو لكن التي الذي لأن ' +
    'మరియు కానీ లేదా ఒక ఈ ఆ'
  ).split(' '),
)

const questions = new Set(
  (
    'what why how when where who whom whose which can could do does did is are will would should ' +
    'क्या क्यों कैसे कब कहाँ कहां कौन किसने ' +
    'ما ماذا لماذا كيف متى أين من هل ' +
    'ఏమిటి ఎందుకు ఎలా ఎప్పుడు ఎక్కడ ఎవరు'
  ).split(' '),
)

const numbers = new Set(
  (
    'two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion percent ' +
    'दो तीन चार पाँच पांच छह सात आठ नौ दस सौ हज़ार लाख करोड़ प्रतिशत ' +
    'اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة مئة مائة ألف مليون مليار ' +
    'రెండు మూడు నాలుగు ఐదు ఆరు ఏడు ఎనిమిది తొమ్మిది పది వంద వెయ్యి లక్ష కోటి శాతం'
  ).split(' '),
)

/** Frequent words that say little about a text, in the languages of the console. */
export const frequentWords: readonly string[] = [...stopWords, ...questions]

/** A word in small letters without punctuation. Empty for punctuation alone. */
export function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{M}\p{N}']/gu, '')
}

/** Whether a plain word can be a keyword. */
export function hasTopic(word: string): boolean {
  return word.length > 2 && !stopWords.has(word) && !/^[\p{N}']+$/u.test(word)
}

/** Whether a plain word, at the start, points to what was said before. */
export const isDangling = (word: string): boolean => dangling.has(word)

/** Whether a word as spoken, at the end, leaves the sentence open. */
export function isUnfinished(word: string): boolean {
  return unfinished.has(plainWord(word)) || /[,;:،؛–-]$/u.test(word)
}

/** Whether a plain word asks. */
export const asks = (word: string): boolean => questions.has(word)

/** Whether a sentence is a question: it says so, or starts with a word of questions. */
export function isQuestion(words: readonly string[]): boolean {
  return /[?؟]["”’]?$/u.test(words.at(-1) ?? '') || questions.has(plainWord(words[0] ?? ''))
}

export const isNumber = (word: string): boolean => /\p{N}/u.test(word) || numbers.has(plainWord(word))

/** Whether a word, not the first one of its sentence, looks like a name. Only scripts with capital letters show it. */
export function isName(word: string): boolean {
  return /^["“‘(]?\p{Lu}\p{Ll}/u.test(word) && hasTopic(plainWord(word))
}
