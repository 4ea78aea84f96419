/** A resume in Latin letters, with everything that markdown offers to one. */
export const latin = `# Zoë Müller-Łukasiewicz

Senior Backend Engineer

zoe@example.org | +49 30 1234567 | Berlin, DE | [GitHub: zoe](https://github.com/zoe)

## Summary

Engineer with ten years of experience in payments. I like **small services**, *plain text* and long walks; I do not like meetings that could have been a letter, and I say so before they begin.

## Experience

### Senior Engineer — Crème & Söhne GmbH

*2020-01 – Present | Berlin*

- Moved 3 services from Java to Go, which cut the bill by 40% and the pager's noise by more than that; the last of them had been written in a hurry nine years before
- Led a team of 5 across Kraków, Århus and Iași
  - hired two of them
- Office software, efficient workflows, fluffy flags

### Developer — Initech

*2014-03 – 2019-12*

1. Wrote C++ and C#
2. Read both again

---

## Education

### MSc, Computer Science — TU Somewhere

*2008 – 2013*

## Skills

- **Languages**: Go, Java, TypeScript, C++, C#
- **Tools**: PostgreSQL, Kafka, Kubernetes — “the usual” … €5/h

## Links

https://example.org/a-very-long-address/without-any-place-to-break/that-goes-on-and-on-and-on-until-it-does-not-fit-into-one-line.html`;

/** Greek and Cyrillic. */
export const european = `# Αλεξάνδρα Παπαδοπούλου

Μηχανικός λογισμικού | alexandra@example.org

## Εμπειρία

### Μηχανικός — Ακμή

- Ανέπτυξα υπηρεσίες πληρωμών, Ώρα και Ύδωρ

## Опыт работы

### Инженер — Рога и копыта

*2016 – 2020*

- Разработал **микросервисы** на Go
- Їжак, Ґанок, Ђорђе`;

/** Simplified and traditional Chinese. */
export const chinese = `# 张三丰

高级后端工程师 | zhang@example.com | 13800001111

## 个人简介

十年后端开发经验，熟悉高并发、分布式系统与微服务架构；主导过支付平台从单体到微服务的迁移，日均处理请求三千万次，系统可用性达到 99.99%。热爱开源，乐于分享。

## 工作经历

### 高级工程师 — 青竹科技有限公司

*2019年3月 至今 | 杭州*

- 负责支付系统，使用 Go 与 PostgreSQL，性能提升 40%
- 带领 5 人团队（含两名实习生）

### 軟體工程師 — 臺灣綠洲

- 開發與維護電子商務平台，導入自動化測試

## 技能

- **语言**：Go、Java、C++
- **工具**：Docker、Kubernetes`;

/** Japanese and Korean, each alone. */
export const japanese = `# 山田 太郎

ソフトウェアエンジニア | taro@example.jp

## 職務経歴

### バックエンドエンジニア — 株式会社みどり

- 決済システムを Go で開発し、処理速度を三倍に改善しました。「小さなチーム」で働くのが好きです。
- ユーザー数１００万人のサービスを運用`;

export const korean = `# 김민수

백엔드 개발자 | minsu@example.kr

## 경력

### 선임 개발자 — 초록 주식회사

- 결제 시스템을 Go 언어로 개발하고 처리 속도를 세 배로 개선했습니다.
- 쿠버네티스 기반 배포 자동화`;
