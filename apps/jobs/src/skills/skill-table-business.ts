import type { SkillsByCategory } from '../postings/skill.ts';

/** How people work together, and what they use besides code. */
export const businessSkills: SkillsByCategory = {
  practices: `
    =Agile | agile methodologies | agile development | 敏捷开发 | 敏捷
    Scrum
    Kanban
    Code review | Code reviews | 代码审查 | 代码评审
    Pair programming | 结对编程
    Mentoring | Mentorship | Mentored | Coaching engineers | 带新人 | 指导新人
    Technical leadership | Tech lead experience | 技术管理
    Team leadership | People management | 团队管理 | 團隊管理
    Domain-driven design | Domain driven design | =DDD | 领域驱动设计
    Object-oriented programming | =OOP | Object oriented programming | 面向对象
    Functional programming | 函数式编程
    Data structures | 数据结构 | 資料結構
    Algorithms | 算法 | 演算法
    Design patterns | 设计模式 | 設計模式
    Performance optimization | Performance optimisation | Performance tuning | 性能优化 | 性能调优
    Technical writing | 技术写作
    Embedded systems | 嵌入式 | 嵌入式开发
    Open source contribution | 开源贡献
  `,
  tools: `
    Git | Git/GitHub
    GitHub
    GitLab
    Jira
    Confluence
    =Maven
    Gradle
    Salesforce
    =SAP | SAP S/4HANA | SAP HANA
    ServiceNow
    HubSpot
    WordPress
    Shopify
    Stripe API
    =Notion
  `,
  design: `
    Figma
    Adobe Photoshop | Photoshop
    Adobe Illustrator
    Adobe XD
    User research | 用户研究
    =UX | User experience design | UX design | 用户体验 | 交互设计
    =UI | UI design | User interface design | 界面设计 | UI设计
    Wireframing | Wireframes
    Prototyping | 原型设计
    Design systems | Design system | 设计系统
    AutoCAD
    SolidWorks
  `,
  business: `
    Project management | 项目管理 | 專案管理
    Product management | 产品管理 | 产品规划
    Stakeholder management | 干系人管理
    Business analysis | 业务分析 | 商业分析
    Requirements analysis | Requirements engineering | 需求分析
    Digital marketing | 数字营销
    =SEO | Search engine optimization | 搜索引擎优化
    Content marketing | 内容营销
    Copywriting | 文案
    Financial modeling | Financial modelling | 财务建模
    Financial analysis | 财务分析
    =Accounting | Bookkeeping | 会计
    Account management | 客户管理
    Customer success | 客户成功
    B2B sales | 销售管理
    =CRM
    =ERP
    Supply chain management | Supply chain | 供应链 | 供应链管理
    =PMP
    Risk management | 风险管理
    User operations | 用户运营
    Public speaking | 公开演讲
  `,
};
