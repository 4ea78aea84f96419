/** What the offline engine says about its changes, in both languages. */
export const tailoringMessages = {
  en: {
    noInstructions: 'The offline engine only reorders the resume; it cannot follow instructions.',
    nothingInCommon: 'The resume mentions none of the skills of the posting, so nothing was changed.',
    unsure: 'The resume could not be reordered without the risk of changing what it says, so nothing was changed.',
    missing: (skill: string) =>
      `The posting requires ${skill}, and the resume does not mention it. Add it if you have it.`,
    moved: 'What the posting asks for comes first.',
    summarised: 'Names at the top what the posting asks for and the resume has.',
  },
  zh: {
    noInstructions: '离线引擎只调整已有内容的顺序，没有按照说明修改。',
    nothingInCommon: '简历没有提到职位要求的任何技能，因此没有改动。',
    unsure: '调整顺序可能改变简历的含义，因此没有改动。',
    missing: (skill: string) => `职位要求 ${skill}，简历没有提到。如果具备，请补充。`,
    moved: '职位要求的内容排在前面。',
    summarised: '在开头写明职位要求且简历具备的技能。',
  },
};
