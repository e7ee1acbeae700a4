/** Where a browser keeps the language that was chosen in it. The page reads it before its scripts are there (vite.config.ts writes it into it). */
export const languageKey = 'lettershop-language'
