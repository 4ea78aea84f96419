/** The sentences of the offline engine, in both languages. */
export const offlineMessages = {
  en: {
    strength: (skill: string, { years, required }: { years?: number; required: boolean }) =>
      `${skill} (${years === undefined ? '' : `${years} ${years === 1 ? 'yr' : 'yrs'}, `}${required ? 'required' : 'nice to have'})`,
    enoughYears: (shown: number, asked: number) => `${shown} years of experience (${asked} asked for)`,
    similarTitle: 'A role like this one is in the resume',
    addSkill: (skill: string) =>
      `If you have used ${skill}, say where: the posting requires it and the resume does not mention it.`,
    learnSkill: (skill: string) => `${skill} is nice to have; a line about it would help if you know it.`,
    showSkill: (skill: string) => `${skill} is in the resume, but not in any role. Say what you did with it.`,
    moreYears: (asked: number, shown: number) =>
      `The posting asks for ${asked} years and the resume shows ${shown}. Mention related work that it leaves out.`,
    addNumbers: 'Few lines of the resume have a number. Say how much, how many or how fast.',
    addSummary: 'The resume has no summary. Two sentences about what fits this posting would help.',
    remote: 'The work is remote.',
    hybrid: 'The work is hybrid.',
    pay: (text: string) => `The pay is stated: ${text}.`,
    summary: (fit: string, { title, matched, total }: { title: string; matched: number; total: number }) =>
      `${fit} fit for ${title}: the resume has ${matched} of the ${total} skills that the posting names.`,
    missing: (skills: string) => ` Required and missing: ${skills}.`,
    unknown: (title: string) => `The posting for ${title} names no known skill, so there is nothing to compare.`,
    fits: { High: 'High', Medium: 'Medium', Low: 'Low' },
  },
  zh: {
    strength: (skill: string, { years, required }: { years?: number; required: boolean }) =>
      `${skill}（${years === undefined ? '' : `${years} 年，`}${required ? '必备' : '加分'}）`,
    enoughYears: (shown: number, asked: number) => `${shown} 年经验（要求 ${asked} 年）`,
    similarTitle: '简历中有类似的职位',
    addSkill: (skill: string) => `职位要求 ${skill}，简历中没有提到。如果用过，请写明在哪里使用。`,
    learnSkill: (skill: string) => `${skill} 是加分项；如果掌握，可以写上一句。`,
    showSkill: (skill: string) => `简历列出了 ${skill}，但没有任何经历提到它。请写明用它做过什么。`,
    moreYears: (asked: number, shown: number) =>
      `职位要求 ${asked} 年经验，简历显示 ${shown} 年。请补充遗漏的相关经历。`,
    addNumbers: '简历中有数字的内容很少。请写明规模、数量或速度。',
    addSummary: '简历没有个人简介。用两句话说明与该职位的契合点会有帮助。',
    remote: '可以远程办公。',
    hybrid: '混合办公。',
    pay: (text: string) => `写明了薪资：${text}。`,
    summary: (fit: string, { title, matched, total }: { title: string; matched: number; total: number }) =>
      `与「${title}」的匹配度${fit}：职位提到的 ${total} 项技能中，简历具备 ${matched} 项。`,
    missing: (skills: string) => `缺少的必备技能：${skills}。`,
    unknown: (title: string) => `「${title}」没有提到我们认识的技能，无法比较。`,
    fits: { High: '高', Medium: '中', Low: '低' },
  },
};
