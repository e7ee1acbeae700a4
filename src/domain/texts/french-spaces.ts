/** High punctuation is kept to its word: a narrow space before ? and ;, a plain one before : and within « ». */
export const narrow = '\u202f'
export const space = '\u00a0'
